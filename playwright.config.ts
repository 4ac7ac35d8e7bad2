import { defineConfig } from '@playwright/test'
import { findChromium } from './src/server/chromium/find-chromium.ts'

const found = await findChromium(process.env.CHROMIUM_PATH || null)
const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const more = ['--disable-component-update', '--disable-sync']

export default defineConfig({
  testDir: 'e2e',
  // It takes its time: `npm run chaos` runs it, or whoever says how much it shall do.
  testIgnore: ['browsers/**', ...(process.env.MONKEY_ACTIONS ? [] : ['editor-monkey.spec.ts'])],
  outputDir: 'test-results',
  globalSetup: './src/testing/shared-server.ts',
  fullyParallel: true,
  // Two cores are what the smallest machine that we promise anything about has.
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // Three times what the slowest wait takes on a quiet machine and more: other programs may keep every core busy. Only a
  // journey that fails waits that long; the product's own timers that journeys wait for are a fraction of it
  // (src/testing/shared-server.ts).
  timeout: 150_000,
  expect: { timeout: 45_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    headless: true,
    viewport: { width: 1280, height: 800 },
    actionTimeout: 45_000,
    screenshot: 'only-on-failure',
    // Snapshots are taken by a script in every frame: the canvas allows none, and its console would be full of refusals.
    // Pictures of every frame would take a third of the machine from what is tested; the last one is kept on failure.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
    launchOptions: {
      executablePath: found.executablePath,
      chromiumSandbox: false,
      args: [...quiet, ...more],
      env: { ...(process.env as Record<string, string>), ...found.env },
    },
  },
})
