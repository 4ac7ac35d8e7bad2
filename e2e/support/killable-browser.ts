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

/** A browser process of its own, which ends as in a crash. */
export interface KillableBrowser {
  readonly context: BrowserContext
  readonly page: Page
  /** Ends the process at once: no page hears of it, nothing is written any more. Resolves when it is gone. */
  kill(): Promise<void>
}

/** What a person's browser keeps on their disk; survives the browser. */
export interface Profile {
  /** Starts a browser on it. */
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
  // The one of the browser before: its port is nobody's now.
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
  // The test tool hears of it a moment later than we do, and what it does with the browser until then fails.
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
