export { type TaskCacheUnderTest, taskCacheConformance } from './task-cache.ts';
