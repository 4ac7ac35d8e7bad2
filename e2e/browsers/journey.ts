import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type APIRequestContext, test as base, expect, type TestInfo } from '@playwright/test'
import type { Browser, BrowserCookie, BrowserName, BrowserSession } from '../../src/testing/browsers/browser.ts'
import { BrowserWindow } from '../../src/testing/browsers/browser-window.ts'
import { findFirefox, startFirefox } from '../../src/testing/browsers/firefox.ts'
import { findWebKit, startWebKit } from '../../src/testing/browsers/webkit.ts'
import { type Account, signUp } from '../support/person.ts'

export { expect }

/** The browser of a project of playwright.browsers.config.ts. */
export interface BrowserOptions {
  readonly engine: BrowserName
  /** Whether the browser has visible windows, on an X server that can send keys. */
  readonly shown: boolean
}

/** A signed-in user in a separate session. */
export interface BrowserUser extends Account {
  readonly window: BrowserWindow
  /** The API as called by this user's pages. */
  readonly request: APIRequestContext
}

interface Journeys {
  /** Console errors caused by this test. */
  expectError: (pattern: RegExp) => void
  /** Opens a session without cookies; returns its window. */
  newVisitor: () => Promise<BrowserWindow>
  /** Creates an account and a signed-in session. */
  newUser: () => Promise<BrowserUser>
}

interface SharedBrowser {
  /** Whether the browser is installed. */
  installed: boolean
  /** Starts a worker's browser on first use. */
  browserInUse: () => Promise<Browser>
}

interface BrowserKind {
  readonly title: string
  /** Names of the Debian packages. */
  readonly packages: string
  find(): unknown
  start(shown: boolean): Promise<Browser>
}

const browsers: Readonly<Record<BrowserName, BrowserKind>> = {
  firefox: { title: 'Firefox 128 or newer', packages: 'firefox-esr', find: findFirefox, start: startFirefox },
  webkit: {
    title: 'WebKitGTK with its driver',
    packages: 'webkit2gtk-driver xvfb',
    find: findWebKit,
    start: () => startWebKit(),
  },
}

/** URL of the server shared by all journeys. */
export function site(): string {
  const address = process.env.SHARED_SERVER
  if (!address) throw new Error('The shared server is not running: playwright.browsers.config.ts starts it')
  return address
}

/** Saves a screenshot of each window among the failed test's artifacts. */
async function keepPictures(sessions: readonly BrowserSession[], testInfo: TestInfo): Promise<void> {
  for (const [index, session] of sessions.entries()) {
    for (const [number, window] of (await session.windows()).entries()) {
      const path = testInfo.outputPath(`session-${index + 1}-window-${number + 1}.png`)
      await writeFile(path, await session.screenshot(window))
      await testInfo.attach(basename(path), { path, contentType: 'image/png' })
    }
  }
}

/** Skips the test if something is not installed, with instructions. */
export function skipWithout(title: string, packages: string, installed: boolean): void {
  base.skip(!installed, `${title} is not installed (such as: apt install ${packages})`)
}

/** `test` for journeys in every installed browser. Fails on console errors. */
export const test = base.extend<
  Journeys & { sessions: BrowserSession[]; skippedWhereMissing: undefined },
  SharedBrowser & BrowserOptions
>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  shown: [false, { option: true, scope: 'worker' }],
  installed: [async ({ engine }, use) => use(browsers[engine].find() !== null), { scope: 'worker' }],
  skippedWhereMissing: [
    async ({ engine, installed }, use) => {
      skipWithout(browsers[engine].title, browsers[engine].packages, installed)
      await use(undefined)
    },
    { auto: true },
  ],
  browserInUse: [
    async ({ engine, shown }, use) => {
      const started: Promise<Browser>[] = []
      await use(() => {
        if (started.length === 0) started.push(browsers[engine].start(shown))
        return started[0]!
      })
      for (const browser of started) await (await browser).stop()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from this pattern
  sessions: async ({}, use, testInfo) => {
    const sessions: BrowserSession[] = []
    await use(sessions)
    if (testInfo.status !== testInfo.expectedStatus) await keepPictures(sessions, testInfo)
    for (const session of sessions) await session.end()
  },
  expectError: async ({ sessions }, use) => {
    const expected: RegExp[] = []
    await use((pattern) => void expected.push(pattern))
    const errors = sessions.flatMap((session) => session.complaints())
    expect(errors.filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([])
  },
  newVisitor: async ({ browserInUse, sessions, expectError: _watched }, use) => {
    await use(async () => {
      const session = await (await browserInUse()).newSession()
      sessions.push(session)
      const [first] = await session.windows()
      return new BrowserWindow(session, first!, site())
    })
  },
  newUser: async ({ newVisitor, playwright }, use) => {
    const requests: APIRequestContext[] = []
    await use(async () => {
      const request = await playwright.request.newContext({ baseURL: site() })
      requests.push(request)
      const account = await signUp(request)
      const window = await newVisitor()
      const { cookies } = await request.storageState()
      await window.session.setCookies(`${site()}/readyz`, cookies satisfies readonly BrowserCookie[])
      return { ...account, window, request }
    })
    for (const request of requests) await request.dispose()
  },
})
