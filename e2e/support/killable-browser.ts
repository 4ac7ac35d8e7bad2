import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { findChromium } from '../../src/server/chromium/find-chromium.ts'

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--window-size=1280,800',
  '--remote-debugging-port=0',
]

/** A separate browser process that can be killed. */
export interface KillableBrowser {
  readonly context: BrowserContext
  readonly page: Page
  /** Kills the process: no page is notified, nothing more is written. Resolves when it has exited. */
  kill(): Promise<void>
}

/** A user's browser profile on the disk; survives the process. */
export interface Profile {
  /** Starts a browser with it. */
  open(): Promise<KillableBrowser>
  remove(): void
}

/** A fresh profile folder. */
export function newProfile(): Profile {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-profile-'))
  return {
    open: () => open(folder),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

async function open(folder: string): Promise<KillableBrowser> {
  const { executablePath, env } = await findChromium(process.env.CHROMIUM_PATH || null)
  const portFile = join(folder, 'DevToolsActivePort')
  // The previous browser's port file is stale.
  rmSync(portFile, { force: true })
  const child = spawn(executablePath, [...flags, `--user-data-dir=${folder}`, 'about:blank'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  const gone = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  const port = () => {
    try {
      return readFileSync(portFile, 'utf8').split('\n')[0] ?? ''
    } catch {
      return ''
    }
  }
  await expect.poll(port, { timeout: 30_000 }).toMatch(/^\d+$/)
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port()}`)
  // Playwright notices it later than we do, and its calls until then fail.
  const heard = new Promise<void>((resolve) => void browser.once('disconnected', () => resolve()))
  const context = browser.contexts()[0]
  if (!context) throw new Error('The browser has started without a window')
  return {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    kill: async () => {
      child.kill('SIGKILL')
      await Promise.all([gone, heard])
    },
  }
}
