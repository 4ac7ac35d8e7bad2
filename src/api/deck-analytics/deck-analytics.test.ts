import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { deleteOldReadings } from './queries.ts'
import { createReadingToken } from './reading-token.ts'

const day = 24 * 60 * 60 * 1000

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  beforeAll(async () => {
    app = await makeApp()
    ann = await app.person({ plan: 'pro' })
  })

  type Deck = Awaited<ReturnType<typeof makeDeck>>
  const newDeck = (slides = 4) =>
    makeDeck(app.services, ann.user, { slides: Array.from({ length: slides }, (_, n) => `<p>Words ${n + 1}</p>`) })
  /** The reading token of a deck page that is sent at this moment. */
  const openPage = (deck: Deck) => {
    const { keys, now } = app.services
    return createReadingToken(keys, { deckId: deck.id, version: 1, slides: deck.slideIds.length }, now().getTime())
  }
  let addresses = 0
  const newAddress = () => `10.1.${addresses >> 8}.${addresses++ & 255}`
  const report = (deck: Deck, ticket: string, seen: readonly number[], progress = 0, address = newAddress()) => {
    const body = { ticket, slides: seen.map((n) => deck.slideIds[n]), progress }
    // Sent as by an embed on another site: without cookies.
    return app.visitor().post(`/api/v1/decks/${deck.id}/progress`, body, { csrf: false, address })
  }
  const read = async (deck: Deck, days = 7) => (await ann.get(`/api/v1/decks/${deck.id}/analytics?days=${days}`)).body
  const viewsOf = async (deck: Deck) => (await read(deck)).slides.map((slide: { views: number }) => slide.views)
  const today = async (deck: Deck) => (await read(deck)).days.at(-1)

  describe('the owner of a deck', () => {
    test('sees the views of each slide and how far readers got', async () => {
      const deck = await newDeck()
      const [first, second] = [openPage(deck), openPage(deck)]
      for (const answer of [
        await report(deck, first, [0]),
        await report(deck, first, [0, 1], 50),
        await report(deck, first, [2, 3], 100),
        await report(deck, second, [0]),
      ]) {
        expect([answer.status, answer.text]).toEqual([204, ''])
      }
      expect(await viewsOf(deck)).toEqual([2, 1, 1, 1])
      const sums = await today(deck)
      expect(sums).toMatchObject({ readings: 2, half: 1, whole: 1 })
      expect(sums.day).toBe(app.services.now().toISOString().slice(0, 10))
    })

    test('sees days without readings, and whether the deck was ever read', async () => {
      const deck = await newDeck()
      const before = await read(deck, 30)
      expect([before.days.length, before.ever, before.slides.length]).toEqual([30, false, 4])
      expect(before.slides[3]).toEqual({
        id: deck.slideIds[3],
        h: 3,
        v: 0,
        title: 'Words 4',
        text: 'Words 4',
        views: 0,
      })
      await report(deck, openPage(deck), [0])
      expect((await read(deck, 365)).ever).toBe(true)
      expect((await ann.get(`/api/v1/decks/${deck.id}/analytics?days=8`)).status).toBe(422)
    })

    test('sees the views of deleted slides as a sum', async () => {
      const deck = await newDeck(2)
      await report(deck, openPage(deck), [0, 1], 100)
      const save = { version: 1, save_id: 'readings-1', slides: { order: [deck.slideIds[0]] } }
      expect((await ann.put(`/api/v1/decks/${deck.id}`, { deck: save })).status).toBe(200)
      const { slides, gone } = await read(deck)
      expect([slides.length, slides[0].views, gone]).toEqual([1, 1, 1])
    })

    test('sees the statistics; visitors and other users do not', async () => {
      const deck = await newDeck()
      const path = `/api/v1/decks/${deck.id}/analytics`
      expect((await app.visitor().get(path)).status).toBe(401)
      expect((await (await app.person()).get(path)).status).toBe(403)
    })
  })

  describe('a reading is counted once', () => {
    test('a page that repeats its report many times counts once', async () => {
      const deck = await newDeck()
      const ticket = openPage(deck)
      for (let n = 0; n < 5; n += 1) await report(deck, ticket, [0, 1, 2, 3, 3, 0], 100)
      expect([await viewsOf(deck), await today(deck)]).toMatchObject([[1, 1, 1, 1], { readings: 1, half: 1, whole: 1 }])
    })

    test('a page that repeats its report concurrently counts once', async () => {
      const deck = await newDeck()
      const tickets = [openPage(deck), openPage(deck), openPage(deck)]
      await Promise.all([...tickets, ...tickets, ...tickets].map((ticket) => report(deck, ticket, [3, 1, 0, 2], 100)))
      expect([await viewsOf(deck), await today(deck)]).toMatchObject([[3, 3, 3, 3], { readings: 3, half: 3, whole: 3 }])
    })

    test('a reading past midnight counts only for the day on which it began', async () => {
      const deck = await newDeck()
      const ticket = openPage(deck)
      await report(deck, ticket, [0, 1], 50)
      app.advance(day - 60_000)
      await report(deck, ticket, [2, 3], 100)
      const { days } = await read(deck)
      expect(days.at(-2)).toMatchObject({ readings: 1, half: 1, whole: 1 })
      expect(days.at(-1)).toMatchObject({ readings: 0, half: 0, whole: 0 })
    })

    test('one address adds at most 500 readings an hour to a deck', async () => {
      const deck = await newDeck(1)
      const address = newAddress()
      const audience = Array.from({ length: 510 }, () => openPage(deck))
      for (const ticket of audience) expect((await report(deck, ticket, [0], 100, address)).status).toBe(204)
      expect(await today(deck)).toMatchObject({ readings: 500 })
      await report(deck, openPage(deck), [0], 100)
      expect(await today(deck)).toMatchObject({ readings: 501 })
    })
  })

  describe('a forged report does not count', () => {
    test.each<[string, (deck: Deck, other: Deck) => Promise<{ status: number }>, number]>([
      ['a modified token', (deck) => report(deck, `${openPage(deck)}x`, [0]), 404],
      ['an invented token', (deck) => report(deck, '1.1.4.x.zzzzzzzz.y', [0]), 404],
      ['a token of another deck', (deck, other) => report(deck, openPage(other), [0]), 404],
      ['progress beyond the reported slides', (deck) => report(deck, openPage(deck), [0], 100), 204],
      [
        'a slide of another deck',
        (deck, other) => report({ ...deck, slideIds: other.slideIds }, openPage(deck), [0, 1, 2, 3], 100),
        204,
      ],
    ])('%s', async (_what, act, status) => {
      const [deck, other] = [await newDeck(), await newDeck()]
      expect((await act(deck, other)).status).toBe(status)
      expect(await today(deck)).toMatchObject({ half: 0, whole: 0, readings: status === 204 ? 1 : 0 })
    })

    test('a token expires after a day', async () => {
      const deck = await newDeck()
      const ticket = openPage(deck)
      app.advance(day + 1)
      expect((await report(deck, ticket, [0])).status).toBe(404)
    })

    test.each([
      [{ slides: [], progress: 0 }],
      [{ ticket: 'x', slides: ['<script>'], progress: 0 }],
      [{ ticket: 'x', slides: [], progress: 70 }],
      [{ ticket: 'x', slides: Array.from({ length: 501 }, () => '0'.repeat(32)), progress: 0 }],
    ])('the malformed report %j is rejected', async (body) => {
      const deck = await newDeck()
      const answer = await app.visitor().post(`/api/v1/decks/${deck.id}/progress`, body, { csrf: false })
      expect(answer.status).toBe(422)
    })

    test('a deck in the trash counts no readings', async () => {
      const deck = await newDeck()
      const ticket = openPage(deck)
      await ann.post(`/api/v1/decks/${deck.id}/trash`)
      expect((await report(deck, ticket, [0])).status).toBe(204)
      await ann.post(`/api/v1/decks/${deck.id}/recover`)
      expect((await read(deck)).ever).toBe(false)
    })
  })

  test('no row contains the IP address, and old rows are deleted', async () => {
    const deck = await newDeck()
    await report(deck, openPage(deck), [0, 1], 50, '203.0.113.77')
    const { read: db, transaction } = app.services.database
    const rows = async () => [
      ...(await db.selectFrom('deck_readings').selectAll().where('deck_id', '=', deck.id).execute()),
      ...(await db.selectFrom('deck_reading_days').selectAll().where('deck_id', '=', deck.id).execute()),
      ...(await db.selectFrom('deck_slide_views').selectAll().where('deck_id', '=', deck.id).execute()),
    ]
    expect(JSON.stringify(await rows())).not.toContain('203.0.113')
    expect((await rows()).length).toBe(4)
    const later = (days: number) => new Date(app.services.now().getTime() + days * day)
    const clear = (now: Date, first: string) => transaction((trx) => deleteOldReadings(trx, now, first))
    await clear(later(2), '2020-01-01')
    expect((await rows()).length).toBe(3)
    await clear(later(400), later(30).toISOString().slice(0, 10))
    expect(await rows()).toEqual([])
  })

  test('deleting a deck deletes its reading statistics', async () => {
    const deck = await newDeck()
    await report(deck, openPage(deck), [0])
    await ann.post(`/api/v1/decks/${deck.id}/trash`)
    expect((await ann.request('DELETE', `/api/v1/decks/${deck.id}`, { body: {} })).status).toBe(204)
    const { read: db } = app.services.database
    expect(await db.selectFrom('deck_reading_days').selectAll().where('deck_id', '=', deck.id).execute()).toEqual([])
  })
})
