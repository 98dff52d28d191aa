import { defineConfig } from 'vitest/config';

const long = process.env.HERMES_TEST_LONG === '1';

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    globalSetup: ['tests/global-setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'agents/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.long.test.ts'],
          pool: 'threads',
          // Most of a test is waiting for a disk, a socket or a process of its own; one worker a core leaves cores idle.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: long ? ['tests/**/*.test.ts', 'packages/**/*.long.test.ts'] : ['tests/**/*.test.ts'],
          exclude: long ? ['**/node_modules/**'] : ['**/node_modules/**', '**/*.long.test.ts'],
          pool: 'forks',
          isolate: true,
          maxWorkers: 2,
          // After the unit tests: browsers, killed servers and packing want the machine to themselves.
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
        },
      },
    ],
  },
});
