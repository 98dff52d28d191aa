export { createFakeClock, type FakeClock } from './fake-clock.ts';
export { createSeededRandom, createSequentialIds } from './seeded-random.ts';
export { provesCommand, verifies } from './verifies.ts';
