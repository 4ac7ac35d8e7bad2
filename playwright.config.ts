import { defineConfig } from '@playwright/test'
import { findChromium } from './src/server/chromium/find-chromium.ts'

const found = await findChromium(process.env.CHROMIUM_PATH || null)
const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const more = ['--disable-component-update', '--disable-sync']
// Drawing needs no process of its own without a GPU; what passes between the two takes a twentieth of the CPU.
const drawing = ['--in-process-gpu']

export default defineConfig({
  testDir: 'e2e',
  // Slow ones: `npm run chaos` runs them, or their variables enable them.
  testIgnore: [
    'browsers/**',
    ...(process.env.MONKEY_ACTIONS ? [] : ['editor-monkey.spec.ts']),
    ...(process.env.TOGETHER_SEEDS ? [] : ['editors-together.spec.ts']),
  ],
  outputDir: 'test-results',
  globalSetup: './src/testing/shared-server.ts',
  fullyParallel: true,
  // The smallest supported machine has two cores. Journeys wait for a third of their time.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // At least three times the slowest wait on a quiet machine, since other programs may keep all cores busy. Only a failing
  // journey waits that long. Product timers that journeys wait for are a fraction of it (src/testing/shared-server.ts).
  timeout: 150_000,
  expect: { timeout: 45_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    headless: true,
    viewport: { width: 1280, height: 800 },
    actionTimeout: 45_000,
    screenshot: 'only-on-failure',
    // Traces take an eighth of the CPU: TRACE=1 records those of failures. No snapshots: they need a script in every frame,
    // which the canvas's CSP blocks with a console error each time. No screenshots: a failure keeps the last one anyway.
    trace: { mode: process.env.TRACE ? 'retain-on-failure' : 'off', snapshots: false, screenshots: false },
    launchOptions: {
      executablePath: found.executablePath,
      chromiumSandbox: false,
      args: [...quiet, ...more, ...drawing],
      env: { ...(process.env as Record<string, string>), ...found.env },
    },
  },
})
