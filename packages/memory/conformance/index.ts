export { describeTaskCache, type TaskCacheUnderTest } from './task-cache.ts';
