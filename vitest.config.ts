import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    globalSetup: ['src/testing/shared-postgres.ts'],
    // Two files at once: what the smallest machine that we promise anything about has cores for.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A test says what it waits for; a test that passes only now and then has to be mended.
    retry: 0,
    env: { NODE_ENV: 'test' },
  },
})
