import { defineConfig } from '@playwright/test'
import type { BrowserOptions } from './e2e/browsers/journey.ts'

/** Journeys in Firefox and WebKitGTK, each driven by its own protocol. A browser that is not installed is skipped. */
export default defineConfig<BrowserOptions>({
  testDir: 'e2e/browsers',
  outputDir: 'test-results/browsers',
  globalSetup: './src/testing/shared-server.ts',
  // Each browser is started once and runs its journeys in sequence, in parallel with the other browser.
  workers: 2,
  projects: [
    { name: 'firefox', workers: 1, use: { engine: 'firefox' } },
    { name: 'webkit', workers: 1, use: { engine: 'webkit' } },
  ],
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browsers.json' }]],
})
