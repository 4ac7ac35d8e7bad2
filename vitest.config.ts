import { defineConfig } from 'vitest/config'

/** Test files with modules of their own: they mock modules or share a window with pages. */
export const alone = [
  'src/web/**/*.test.{ts,tsx}',
  'src/api/sessions/sign-in-timing.test.ts',
  'src/realtime/editor/hostile-editors.test.ts',
  'src/realtime/live/hostile-sockets.test.ts',
  'src/testing/tables/access.test.ts',
  'src/testing/tables/routes.test.ts',
]

export default defineConfig({
  test: {
    globalSetup: ['src/testing/shared-postgres.ts'],
    // The smallest supported machine has two cores.
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // No retries: a flaky test is a bug.
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
          // Isolation would load all modules again for each file, a third of the time.
          isolate: false,
        },
      },
    ],
  },
})
