import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../src/server/chromium/find-chromium.ts'

/** A headless Chromium for measurements, without background activity. `flags`: further ones. */
export async function benchBrowser(flags: readonly string[] = []): Promise<Browser> {
  const found = await findChromium(process.env.CHROMIUM_PATH || null)
  const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
  return chromium.launch({
    executablePath: found.executablePath,
    chromiumSandbox: false,
    args: [...quiet, '--disable-component-update', '--disable-sync', ...flags],
    env: { ...(process.env as Record<string, string>), ...found.env },
  })
}
