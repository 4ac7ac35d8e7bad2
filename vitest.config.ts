import { defineConfig } from 'vitest/config'

/** Files that have what they load to themselves: pages share one window, and these put other rules in place of ours. */
const alone = [
  'src/web/**/*.test.{ts,tsx}',
  'src/realtime/live/hostile-sockets.test.ts',
  'src/testing/tables/access.test.ts',
]

export default defineConfig({
  test: {
    globalSetup: ['src/testing/shared-postgres.ts'],
    // Two files at once: what the smallest machine that we promise anything about has cores for.
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // A test says what it waits for; a test that passes only now and then has to be mended.
    retry: 0,
    env: { NODE_ENV: 'test' },
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: alone,
          // A third of the time was loading again what the file before had loaded.
          isolate: false,
        },
      },
    ],
  },
})
