import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { mountPages } from '../../api/pages/mount-pages.ts'
import { createPages } from '../../api/pages/pages.ts'
import { pageMessages } from '../../rules/page-messages.ts'
import { rates } from '../../rules/rate-limits.ts'
import { makeDeck } from '../factories.ts'
import { mountScreens, pagesBuild } from '../mount-screens.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../test-app.ts'

/** All server-rendered pages, by path, and the status for a signed-in user. */
const pages: readonly [path: string, status: number][] = [
  ['/', 200],
  ['/explore', 200],
  ['/explore?search=bees', 200],
  ['/ann', 200],
  ['/nobody-of-that-name', 404],
  ['/users/edit', 200],
  ['/users/sign_in', 302],
  ['/users/password/new', 200],
  ['/about', 200],
  ['/help', 200],
  ['/ann/talk/analytics', 200],
  ['/ann/talk/exports', 200],
  ['/no/such/page/at/all', 404],
  ['/ann/talk', 200],
  ['/ann/talk/fullscreen', 200],
  ['/ann/talk/export', 200],
  ['/ann/talk/review', 200],
  ['/ann/talk/edit', 200],
  ['/ann/new', 200],
  ['/ann/nothing', 404],
]

describe('a server-rendered page', () => {
  let app: TestApp
  let ann: TestPerson
  beforeAll(async () => {
    app = await makeTestApp('sqlite', { extend: mountScreens })
    ann = await app.person({ username: 'ann', plan: 'pro' })
    await makeDeck(app.services, ann.user, { slug: 'talk', title: 'Bees' })
  })
  afterAll(() => app.close())

  test.each(pages)('counts as one read, regardless of what it loads: %s', async (path, status) => {
    const taken = vi.spyOn(app.services.limits, 'take')
    expect((await ann.get(path)).status).toBe(status)
    expect(taken.mock.calls.map(([rule]) => rule)).toEqual(['read'])
    taken.mockClear()
    await app.visitor().get(path)
    expect(taken.mock.calls.map(([rule]) => rule)).toEqual(['read'])
    taken.mockRestore()
  })

  test.each(pages)('has a Retry-After above the limit, also for signed-in users: %s', async (path) => {
    const address = '10.7.7.7'
    while ((await app.services.limits.take('read', address)).allowed);
    for (const client of [ann, app.visitor()]) {
      const { status, headers, text } = await client.get(path, { address })
      expect([status, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(rates.read.seconds)
      expect(text).toContain(`<h1>${pageMessages.pages.busy.title}</h1>`)
    }
  })

  test('falls back to plain text if even the error page cannot be rendered', async () => {
    const broken = await makeTestApp('sqlite', {
      extend: (server, services) => {
        const fails = async () => {
          throw new Error('the test breaks it')
        }
        const failing = { ...pagesBuild, renderPage: fails, renderErrorPage: fails }
        const made = createPages({ services, origins: { app: [], content: [] }, build: failing })
        void mountPages(server, made, failing)
      },
    })
    const { status, headers, text } = await broken.visitor().get('/about')
    expect([status, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
    expect(text).toContain(pageMessages.pages.broken.title)
    await broken.close()
  })
})
