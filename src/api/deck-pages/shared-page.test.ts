import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { makeDeck } from '../../testing/factories.ts'
import { mountScreens } from '../../testing/mount-screens.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { deckPageDocuments } from '../../web/pages/deck/deck-page-documents.ts'

let app: TestApp
let ada: TestPerson
let bob: TestPerson
let deck: Awaited<ReturnType<typeof makeDeck>>
const rendered = vi.spyOn(deckPageDocuments, 'show')

beforeAll(async () => {
  app = await makeTestApp('sqlite', { extend: mountScreens })
  ada = await app.person({ username: 'ada', name: 'Ada Author', plan: 'pro' })
  bob = await app.person({ username: 'bob', name: 'Bob Reader' })
})
beforeEach(async () => {
  const slug = `talk-${Math.random().toString(36).slice(2)}`
  deck = await makeDeck(app.services, ada.user, { slug, title: 'Bees', slides: ['<p>Hum</p>'] })
  rendered.mockClear()
})
afterAll(() => app.close())

/** A browser without cookies. */
function newVisitor(): TestClient {
  const client = app.visitor()
  client.clearCookies()
  return client
}

/** Loads the deck's page and extracts the parts that must differ between answers. */
async function open(client: TestClient) {
  const { status, text, headers } = await client.get(`/ada/${deck.slug}`)
  const [, csrf = ''] = /name="csrf-token" content="([^"]+)"/.exec(text) ?? []
  const [, reading = ''] = /"reading":"([^"]+)"/.exec(text) ?? []
  const nonces = new Set([...text.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce))
  return { status, text, csrf, reading, nonces, policy: String(headers['content-security-policy']) }
}

const change = (values: Record<string, unknown>) =>
  app.services.database.write.updateTable('decks').set(values).where('id', '=', deck.id).execute()

test('visitors share a cached page, but each gets its own nonce, CSRF token and reading token', async () => {
  const [first, second] = [newVisitor(), newVisitor()]
  const [one, other] = [await open(first), await open(second)]
  expect(rendered).toHaveBeenCalledTimes(1)
  for (const page of [one, other]) {
    expect([page.status, page.nonces.size]).toEqual([200, 1])
    expect(page.policy).toContain(`'nonce-${[...page.nonces][0]}'`)
    expect(page.text).not.toMatch(/mark[0-9a-f]{32}/)
    expect(page.text).toContain('Hum')
  }
  for (const own of [one.csrf, one.reading, String([...one.nonces][0])]) {
    expect(own.length).toBeGreaterThan(15)
    expect(other.text).not.toContain(own)
  }
  // Each CSRF token belongs to its own browser.
  expect([one.csrf, other.csrf]).toEqual([first.csrfToken(), second.csrfToken()])
})

test('the shared page contains no data of signed-in users, who get their own pages', async () => {
  for (const client of [bob, newVisitor(), ada, newVisitor()]) await open(client)
  const [visitors, bobs, adas] = [await open(newVisitor()), await open(bob), await open(ada)]
  expect(visitors.text).not.toMatch(/Bob|signedInAs":"|Menu of/)
  expect(bobs.text).toContain('"signedInAs":"bob"')
  expect(bobs.text).not.toContain(visitors.csrf)
  expect(adas.text).toContain('Edit')
  expect(adas.text).not.toContain('"signedInAs":"bob"')
})

test('a deck is a 404 for others as soon as it is private', async () => {
  for (const client of [newVisitor(), bob]) expect((await open(client)).text).toContain('Hum')
  await change({ visibility: 'self' })
  for (const client of [newVisitor(), bob]) {
    const { status, text } = await open(client)
    expect(status).toBe(404)
    expect(text).not.toMatch(/Hum|Bees/)
  }
  expect((await open(ada)).status).toBe(200)
  await change({ visibility: 'all', trashed_at: new Date() })
  expect((await open(newVisitor())).status).toBe(404)
})

test('changes to title, settings, owner and text are shown at once', async () => {
  await open(newVisitor())
  await change({ title: 'Wasps', transition: 'zoom' })
  expect((await open(newVisitor())).text).toContain('<h1>Wasps</h1>')
  await app.services.database.write.updateTable('users').set({ name: 'Ada B.' }).where('id', '=', ada.user.id).execute()
  expect((await open(newVisitor())).text).toContain('Ada B.')
  const [slide] = deck.slideIds
  const changed = { [String(slide)]: `<section data-id="${slide}"><p>Buzz</p></section>` }
  await ada.put(`/api/v1/decks/${deck.id}`, { deck: { version: 1, save_id: `shared-${deck.id}`, slides: { changed } } })
  const { text } = await open(newVisitor())
  expect(text).toContain('Buzz')
  expect(text).not.toContain('Hum')
})

const viewCount = async () =>
  (
    await app.services.database.read
      .selectFrom('decks')
      .select('view_count')
      .where('id', '=', deck.id)
      .executeTakeFirstOrThrow()
  ).view_count

test('visitors who come at the same time share a read, and nothing of their own', async () => {
  const clients = Array.from({ length: 20 }, newVisitor)
  const loads = vi.spyOn(app.services.database.read, 'executeQuery')
  const pages = await Promise.all(clients.map(open))
  const queries = loads.mock.calls.length
  loads.mockRestore()
  for (const own of ['csrf', 'reading'] as const) expect(new Set(pages.map((page) => page[own])).size).toBe(20)
  expect(new Set(pages.flatMap(({ nonces }) => [...nonces])).size).toBe(20)
  expect(pages.map(({ csrf }) => csrf)).toEqual(clients.map((client) => client.csrfToken()))
  expect(queries).toBeLessThan(20)
})

test('counts, color scheme and flash message belong to the request', async () => {
  await open(newVisitor())
  // Views are counted after the answer.
  await expect.poll(viewCount).toBe(1)
  await change({ view_count: 1, kudos_count: 41 })
  const reader = newVisitor()
  reader.setCookie('color_scheme', 'dark')
  const { text } = await open(reader)
  expect(text).toContain('<span>1 view</span>')
  expect(text).toContain('<span data-kudos-count>41</span>')
  expect(text).toContain('<html lang="en" data-theme="dark">')
  expect(rendered).toHaveBeenCalledTimes(1)
  reader.setCookie('flash', 'For you alone')
  expect((await open(reader)).text).toContain('For you alone')
  expect((await open(newVisitor())).text).not.toMatch(/For you alone|data-theme/)
})

test('the cached page of a fork names the original only while the original is public', async () => {
  const set = (id: number, values: Record<string, unknown>) =>
    app.services.database.write.updateTable('decks').set(values).where('id', '=', id).execute()
  const original = await makeDeck(app.services, bob.user, { title: 'Honey', slug: `honey-${deck.id}` })
  await change({ forked_from_id: original.id })
  expect((await open(newVisitor())).text).toContain(`/bob/honey-${deck.id}">Honey</a>`)
  await set(original.id, { visibility: 'self' })
  expect((await open(newVisitor())).text).not.toMatch(/Honey|honey-/)
  await set(original.id, { visibility: 'all', title: 'Nectar' })
  expect((await open(newVisitor())).text).toContain('>Nectar</a>')
})

test('a URL with a token is never sent as Referer, even if the token is invalid', async () => {
  await open(newVisitor())
  const { headers } = await newVisitor().get(`/ada/${deck.slug}?token=${'t'.repeat(32)}`)
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect((await newVisitor().get(`/ada/${deck.slug}`)).headers['referrer-policy']).toBe(
    'strict-origin-when-cross-origin',
  )
})
