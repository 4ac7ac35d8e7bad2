import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { makeDeck } from '../../testing/factories.ts'
import { randomFrom } from '../../testing/seeded-random.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestAnswer } from '../../testing/test-client.ts'
import { countViews, type View } from './count-view.ts'
import { deleteExpiredRows } from './jobs.ts'
import { storeSave } from './queries.ts'

/** Rounds of lost answers per kind of request. A release requires a thousand rounds over all kinds. */
const rounds = Number(process.env.REPEAT_ROUNDS ?? 20)

eachDatabase((makeApp) => {
  let app: TestApp
  let owner: TestPerson
  let fan: TestPerson
  const random = randomFrom(11)
  let calls = 0
  /** A new IP address for each call, to stay below the rate limits. */
  const address = () => `10.9.${(calls >> 8) & 255}.${calls++ & 255}`

  beforeAll(async () => {
    app = await makeApp()
    owner = await app.person({ plan: 'pro' })
    fan = await app.person()
  })

  /** Loses the answer one to three times, so the client repeats the request, sometimes twice at once. */
  async function retried(send: () => Promise<TestAnswer>): Promise<TestAnswer> {
    const times = 1 + Math.floor(random() * 3)
    for (let n = 0; n < times; n++) {
      if (random() < 0.3) await Promise.all([send(), send()])
      else await send()
    }
    return send()
  }
  const count = async (table: 'decks' | 'kudos' | 'deck_revisions') =>
    Number(
      (
        await app.services.database.read
          .selectFrom(table)
          .select((e) => e.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )

  test('a save repeated after a lost answer makes one version', async () => {
    for (let round = 0; round < rounds; round++) {
      const deck = await makeDeck(app.services, owner.user, { slides: ['one'], slug: `repeat-${round}` })
      const [id = ''] = deck.slideIds
      const html = `<section data-id="${id}">${round}</section>`
      const body = { deck: { version: 1, save_id: `repeat-${round}-save`, slides: { changed: { [id]: html } } } }
      const answer = await retried(() => owner.put(`/api/v1/decks/${deck.id}.json`, body, { address: address() }))
      expect([answer.status, answer.body.version ?? answer.text]).toEqual([200, 2])
      const rows = await app.services.database.read
        .selectFrom('deck_slides')
        .selectAll()
        .where('deck_id', '=', deck.id)
        .execute()
      expect(rows).toHaveLength(2)
    }
  })

  test('a repeated save without a save id is refused as stale', async () => {
    const deck = await makeDeck(app.services, owner.user, { slides: ['one'], slug: 'no-id' })
    const [id = ''] = deck.slideIds
    const body = { deck: { version: 1, slides: { changed: { [id]: `<section data-id="${id}">x</section>` } } } }
    const send = () => owner.put(`/api/v1/decks/${deck.id}.json`, body, { address: address() })
    expect([(await send()).status, (await send()).status]).toEqual([200, 409])
  })

  /** A save that is stale: another one came first. Its user is new: saves are limited per user. */
  async function staleSave(slug: string) {
    const author = await app.person({ plan: 'pro' })
    const deck = await makeDeck(app.services, author.user, { slides: ['one'], slug })
    const [id = ''] = deck.slideIds
    const save = (fields: object) =>
      author.put(`/api/v1/decks/${deck.id}.json`, { deck: fields }, { address: address() })
    const slides = (words: string) => ({ changed: { [id]: `<section data-id="${id}">${words}</section>` } })
    await save({ version: 1, save_id: `${slug}-theirs`, slides: slides('theirs') })
    const sent = { version: 1, save_id: `${slug}-mine`, slides: slides('mine') }
    const rows = () =>
      app.services.database.read
        .selectFrom('deck_saves')
        .select('save_id')
        .where('deck_id', '=', deck.id)
        .orderBy('save_id')
        .execute()
    return { ...deck, save, sent, ids: async () => (await rows()).map((row) => row.save_id) }
  }

  test('a save refused as stale stays refused when it is repeated, and is saved under another id', async () => {
    for (let round = 0; round < rounds; round++) {
      const { save, sent, ids } = await staleSave(`stale-${round}`)
      const answer = await retried(() => save(sent))
      expect([answer.status, answer.body.version]).toEqual([409, 2])
      for (const again of [{ version: 2 }, { force: true }]) {
        const refused = await save({ ...sent, ...again })
        expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['save_id']])
      }
      const merged = await retried(() => save({ ...sent, version: 2, save_id: `stale-${round}-merged` }))
      expect([merged.status, merged.body.version]).toEqual([200, 3])
      expect(await ids()).toEqual(['merged', 'mine', 'theirs'].map((name) => `stale-${round}-${name}`))
    }
  })

  test('ids of saves are kept for 30 days, refused ones too, and those of new decks for as long as the deck', async () => {
    const { save, sent, ids, id } = await staleSave('kept')
    expect((await save(sent)).status).toBe(409)
    await storeSave(app.services.database.write, {
      deckId: id,
      saveId: 'kept-new',
      version: 1,
      result: {},
      now: app.services.now(),
    })
    await deleteExpiredRows(app.services)
    expect(await ids()).toEqual(['kept-mine', 'kept-new', 'kept-theirs'])
    const now = app.services.now().getTime() + 31 * 24 * 60 * 60_000
    await deleteExpiredRows({ ...app.services, now: () => new Date(now) })
    expect(await ids()).toEqual(['kept-new'])
  })

  test('a deck created or forked repeatedly with one save id exists once', async () => {
    const source = await makeDeck(app.services, owner.user, { slug: 'source' })
    const before = await count('decks')
    for (let round = 0; round < rounds; round++) {
      const deck = { title: `Once ${round}`, save_id: `create-${round}-id` }
      expect((await retried(() => owner.post('/api/v1/decks.json', { deck }, { address: address() }))).status).toBe(201)
      const fork = () =>
        fan.post(`/api/v1/decks/${source.id}/fork.json`, { save_id: `fork-${round}-id` }, { address: address() })
      expect((await retried(fork)).status).toBe(201)
    }
    expect((await count('decks')) - before).toBe(rounds * 2)
  })

  test('a repeated like counts once', async () => {
    for (let round = 0; round < rounds; round++) {
      const deck = await makeDeck(app.services, owner.user, { slug: `liked-${round}` })
      await retried(() => fan.post(`/api/v1/decks/${deck.id}/kudos/kudo.json`, {}, { address: address() }))
      const { body } = await fan.get(`/api/v1/decks/${deck.id}.json`, { address: address() })
      expect(body.kudos_count).toBe(1)
    }
    expect(await count('kudos')).toBe(rounds)
  })

  test('only the owner finds a created deck by its save id', async () => {
    const save_id = randomUUID()
    const path = `/api/v1/decks/made_by/${save_id}.json`
    expect((await owner.get(path, { address: address() })).status).toBe(404)
    const made = await owner.post('/api/v1/decks.json', { deck: { title: 'Once', save_id } }, { address: address() })
    const found = await owner.get(path, { address: address() })
    expect([found.status, found.body.id, found.body.slug]).toEqual([200, made.body.id, made.body.slug])
    expect((await fan.get(path, { address: address() })).status).toBe(404)
    expect((await app.visitor().get(path, { address: address() })).status).toBe(401)
    expect((await owner.get('/api/v1/decks/made_by/x', { address: address() })).status).toBe(422)
  })

  const countOne = async (view: View) => (await countViews(app.services.database, [view], app.services.now()))[0]

  test('a viewer counts once in half an hour', async () => {
    const deck = await makeDeck(app.services, owner.user, { slug: 'seen' })
    const view = (hash: string, fallbackHash: string | null = null) =>
      countOne({ deckId: deck.id, tokenId: null, viewer: { hash, fallbackHash } })
    const views = async () => (await fan.get(`/api/v1/decks/${deck.id}.json`, { address: address() })).body.view_count
    await Promise.all([view('ann'), view('ann'), view('ann'), view('bob')])
    expect(await view('ann')).toBe(false)
    expect(await views()).toBe(2)
    app.advance(30 * 60_000 + 1)
    expect(await view('ann')).toBe(true)
    expect(await views()).toBe(3)
  })

  test('clients without cookies at one address count once in half an hour, and a first visit is not counted again', async () => {
    const deck = await makeDeck(app.services, owner.user, { slug: 'seen-by-strangers' })
    const rows = () =>
      app.services.database.read.selectFrom('deck_views').selectAll().where('deck_id', '=', deck.id).execute()
    const view = (hash: string, fallbackHash: string | null) =>
      countOne({ deckId: deck.id, tokenId: null, viewer: { hash, fallbackHash } })
    expect(await view('first number', 'home')).toBe(true)
    for (let n = 0; n < 20; n += 1) expect(await view(`number ${n}`, 'home')).toBe(false)
    expect(await rows()).toHaveLength(2)
    expect(await view('first number', null)).toBe(false)
    expect(await view('other number', 'school')).toBe(true)
    app.advance(30 * 60_000 + 1)
    expect(await view('third number', 'home')).toBe(true)
  })
})
