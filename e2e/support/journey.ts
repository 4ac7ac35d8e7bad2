import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { type Account, type Person, signUp } from './person.ts'

export { expect }

/** Console messages, and those a test expects. */
export interface Complaints {
  /** Console messages caused by this test, such as the one browsers log for a 401. */
  expect(pattern: RegExp): void
  /** Listens to a context. */
  watch(context: BrowserContext): void
}

interface JourneyFixtures {
  /** Whether sockets connect; without them, editors save and follow by requests. */
  sockets: boolean
  /** Watches every context of the test; fails at the end on unexpected console messages. */
  complaints: Complaints
  /** Opens another browser without cookies and storage. */
  openBrowser: (options?: BrowserContextOptions) => Promise<BrowserContext>
  /** A signed-in user with a browser and a page. */
  newPerson: (account?: Partial<Account>, options?: BrowserContextOptions) => Promise<Person>
  /** A visitor with a browser. */
  newVisitor: (options?: BrowserContextOptions) => Promise<Page>
}

/** Creates the fixture's watcher. `heard` gets a line per message. */
function createComplaints(heard: string[], expected: RegExp[]): Complaints {
  return {
    expect: (pattern) => void expected.push(pattern),
    watch(context) {
      context.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        heard.push(`${message.type()}: ${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => void heard.push(`page error: ${error.error().stack ?? error.error().message}`))
    },
  }
}

/** Closes all sockets of a browser: its editors save and follow by requests. */
export async function withoutSockets(context: BrowserContext): Promise<void> {
  await context.routeWebSocket(/\/socket\.io\//, (socket) => socket.close())
}

/** `test` for journeys: users with separate browsers on the shared server. Fails on console errors and warnings. */
export const test = base.extend<JourneyFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from this pattern
  baseURL: async ({}, use) => {
    const address = process.env.SHARED_SERVER
    if (!address) throw new Error('The shared server is not running: playwright.config.ts starts it')
    await use(address)
  },
  complaints: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const heard: string[] = []
      const expected: RegExp[] = []
      await use(createComplaints(heard, expected))
      expect(heard.filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, complaints, sockets }, use) => {
    complaints.watch(context)
    if (!sockets) await withoutSockets(context)
    await use(context)
  },
  sockets: [true, { option: true }],
  openBrowser: async ({ browser, complaints, baseURL, sockets }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 }, ...options })
      complaints.watch(context)
      if (!sockets) await withoutSockets(context)
      opened.push(context)
      return context
    })
    for (const context of opened) await context.close()
  },
  newPerson: async ({ openBrowser }, use) => {
    await use(async (account, options) => {
      const context = await openBrowser(options)
      return { ...(await signUp(context.request, account)), context, page: await context.newPage() }
    })
  },
  newVisitor: async ({ openBrowser }, use) => {
    await use(async (options) => (await openBrowser(options)).newPage())
  },
})
