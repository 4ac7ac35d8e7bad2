import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { makeDeck } from '../../testing/factories.ts'
import { mountScreens } from '../../testing/mount-screens.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { deckDocuments } from '../../web/pages/deck/deck-documents.ts'

let app: TestApp
let ada: TestPerson
let bob: TestPerson
let deck: Awaited<ReturnType<typeof makeDeck>>
const written = vi.spyOn(deckDocuments, 'show')

beforeAll(async () => {
  app = await makeTestApp('sqlite', { extend: mountScreens })
  ada = await app.person({ username: 'ada', name: 'Ada Author', plan: 'pro' })
  bob = await app.person({ username: 'bob', name: 'Bob Reader' })
})
beforeEach(async () => {
  const slug = `talk-${Math.random().toString(36).slice(2)}`
  deck = await makeDeck(app.services, ada.user, { slug, title: 'Bees', slides: ['<p>Hum</p>'] })
  written.mockClear()
})
afterAll(() => app.close())

/** A browser that has never been here. */
function stranger(): TestClient {
  const client = app.visitor()
  client.clearCookies()
  return client
}

/** What of a page belongs to one answer alone. */
async function open(client: TestClient) {
  const { status, text, headers } = await client.get(`/ada/${deck.slug}`)
  const [, csrf = ''] = /name="csrf-token" content="([^"]+)"/.exec(text) ?? []
  const [, reading = ''] = /"reading":"([^"]+)"/.exec(text) ?? []
  const nonces = new Set([...text.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce))
  return { status, text, csrf, reading, nonces, policy: String(headers['content-security-policy']) }
}

const change = (values: Record<string, unknown>) =>
  app.services.database.write.updateTable('decks').set(values).where('id', '=', deck.id).execute()

test('visitors share the page of a public deck, and nothing of one is in that of another', async () => {
  const [first, second] = [stranger(), stranger()]
  const [one, other] = [await open(first), await open(second)]
  expect(written).toHaveBeenCalledTimes(1)
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
  // Each token is bound to its own browser.
  expect([one.csrf, other.csrf]).toEqual([first.csrfToken(), second.csrfToken()])
})

test('nothing of people with an account is in it, and theirs is their own', async () => {
  for (const client of [bob, stranger(), ada, stranger()]) await open(client)
  const [visitors, bobs, adas] = [await open(stranger()), await open(bob), await open(ada)]
  expect(visitors.text).not.toMatch(/Bob|signedInAs":"|Menu of/)
  expect(bobs.text).toContain('"signedInAs":"bob"')
  expect(bobs.text).not.toContain(visitors.csrf)
  expect(adas.text).toContain('Edit')
  expect(adas.text).not.toContain('"signedInAs":"bob"')
})

test('a deck that turned private is found by nobody else from that moment on', async () => {
  for (const client of [stranger(), bob]) expect((await open(client)).text).toContain('Hum')
  await change({ visibility: 'self' })
  for (const client of [stranger(), bob]) {
    const { status, text } = await open(client)
    expect(status).toBe(404)
    expect(text).not.toMatch(/Hum|Bees/)
  }
  expect((await open(ada)).status).toBe(200)
  await change({ visibility: 'all', trashed_at: new Date() })
  expect((await open(stranger())).status).toBe(404)
})

test('what is changed shows at once: title, settings, owner and words', async () => {
  await open(stranger())
  await change({ title: 'Wasps', transition: 'zoom' })
  expect((await open(stranger())).text).toContain('<h1>Wasps</h1>')
  await app.services.database.write.updateTable('users').set({ name: 'Ada B.' }).where('id', '=', ada.user.id).execute()
  expect((await open(stranger())).text).toContain('Ada B.')
  const [slide] = deck.slideIds
  const changed = { [String(slide)]: `<section data-id="${slide}"><p>Buzz</p></section>` }
  await ada.put(`/api/v1/decks/${deck.id}`, { deck: { version: 1, save_id: `shared-${deck.id}`, slides: { changed } } })
  const { text } = await open(stranger())
  expect(text).toContain('Buzz')
  expect(text).not.toContain('Hum')
})

test('counts, colors and what the server has to say once are those of the moment', async () => {
  await open(stranger())
  await change({ view_count: 1, kudos_count: 41 })
  const reader = stranger()
  reader.setCookie('color_scheme', 'dark')
  const { text } = await open(reader)
  expect(text).toContain('<span>1 view</span>')
  expect(text).toContain('<span data-kudos-count>41</span>')
  expect(text).toContain('<html lang="en" data-theme="dark">')
  expect(written).toHaveBeenCalledTimes(1)
  reader.setCookie('flash', 'For you alone')
  expect((await open(reader)).text).toContain('For you alone')
  expect((await open(stranger())).text).not.toMatch(/For you alone|data-theme/)
})

test('the kept page of a fork names its original only while everybody may see that', async () => {
  const set = (id: number, values: Record<string, unknown>) =>
    app.services.database.write.updateTable('decks').set(values).where('id', '=', id).execute()
  const original = await makeDeck(app.services, bob.user, { title: 'Honey', slug: `honey-${deck.id}` })
  await change({ forked_from_id: original.id })
  expect((await open(stranger())).text).toContain(`/bob/honey-${deck.id}">Honey</a>`)
  await set(original.id, { visibility: 'self' })
  expect((await open(stranger())).text).not.toMatch(/Honey|honey-/)
  await set(original.id, { visibility: 'all', title: 'Nectar' })
  expect((await open(stranger())).text).toContain('>Nectar</a>')
})

test('an address with a token is told to nobody, also when the token opens nothing', async () => {
  await open(stranger())
  const { headers } = await stranger().get(`/ada/${deck.slug}?token=${'t'.repeat(32)}`)
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect((await stranger().get(`/ada/${deck.slug}`)).headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
})
