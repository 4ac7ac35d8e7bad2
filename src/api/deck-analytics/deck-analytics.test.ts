import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { forgetOldReadings } from './queries.ts'
import { newReadingTicket } from './reading-ticket.ts'

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
  /** The ticket of a page around the deck, as it is sent now. */
  const openPage = (deck: Deck) => {
    const { keys, now } = app.services
    return newReadingTicket(keys, { deckId: deck.id, version: 1, slides: deck.slideIds.length }, now().getTime())
  }
  let addresses = 0
  const newAddress = () => `10.1.${addresses >> 8}.${addresses++ & 255}`
  const tell = (deck: Deck, ticket: string, seen: readonly number[], progress = 0, address = newAddress()) => {
    const body = { ticket, slides: seen.map((n) => deck.slideIds[n]), progress }
    // As pages of other sites make it: without any cookie.
    return app.visitor().post(`/api/v1/decks/${deck.id}/progress`, body, { csrf: false, address })
  }
  const read = async (deck: Deck, days = 7) => (await ann.get(`/api/v1/decks/${deck.id}/analytics?days=${days}`)).body
  const viewsOf = async (deck: Deck) => (await read(deck)).slides.map((slide: { views: number }) => slide.views)
  const today = async (deck: Deck) => (await read(deck)).days.at(-1)

  describe('the owner of a deck', () => {
    test('sees how often each slide was seen, and how far people came', async () => {
      const deck = await newDeck()
      const [first, second] = [openPage(deck), openPage(deck)]
      for (const answer of [
        await tell(deck, first, [0]),
        await tell(deck, first, [0, 1], 50),
        await tell(deck, first, [2, 3], 100),
        await tell(deck, second, [0]),
      ]) {
        expect([answer.status, answer.text]).toEqual([204, ''])
      }
      expect(await viewsOf(deck)).toEqual([2, 1, 1, 1])
      const known = await today(deck)
      expect(known).toMatchObject({ readings: 2, half: 1, whole: 1 })
      expect(known.day).toBe(app.services.now().toISOString().slice(0, 10))
    })

    test('sees days without a reader too, and is told whether there ever was one', async () => {
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
      await tell(deck, openPage(deck), [0])
      expect((await read(deck, 365)).ever).toBe(true)
      expect((await ann.get(`/api/v1/decks/${deck.id}/analytics?days=8`)).status).toBe(422)
    })

    test('loses no view of a slide that was taken out since', async () => {
      const deck = await newDeck(2)
      await tell(deck, openPage(deck), [0, 1], 100)
      const save = { version: 1, save_id: 'readings-1', slides: { order: [deck.slideIds[0]] } }
      expect((await ann.put(`/api/v1/decks/${deck.id}`, { deck: save })).status).toBe(200)
      const { slides, gone } = await read(deck)
      expect([slides.length, slides[0].views, gone]).toEqual([1, 1, 1])
    })

    test('reads it, as do admins; nobody else does', async () => {
      const deck = await newDeck()
      const path = `/api/v1/decks/${deck.id}/analytics`
      expect((await app.visitor().get(path)).status).toBe(401)
      expect((await (await app.person()).get(path)).status).toBe(403)
    })
  })

  describe('nobody is counted twice', () => {
    test('however often a page tells the same', async () => {
      const deck = await newDeck()
      const ticket = openPage(deck)
      for (let n = 0; n < 5; n += 1) await tell(deck, ticket, [0, 1, 2, 3, 3, 0], 100)
      expect([await viewsOf(deck), await today(deck)]).toMatchObject([[1, 1, 1, 1], { readings: 1, half: 1, whole: 1 }])
    })

    test('also when it tells the same many times at once', async () => {
      const deck = await newDeck()
      const tickets = [openPage(deck), openPage(deck), openPage(deck)]
      await Promise.all([...tickets, ...tickets, ...tickets].map((ticket) => tell(deck, ticket, [3, 1, 0, 2], 100)))
      expect([await viewsOf(deck), await today(deck)]).toMatchObject([[3, 3, 3, 3], { readings: 3, half: 3, whole: 3 }])
    })

    test('a reading over midnight belongs to the day it began', async () => {
      const deck = await newDeck()
      const ticket = openPage(deck)
      await tell(deck, ticket, [0, 1], 50)
      app.advance(day - 60_000)
      await tell(deck, ticket, [2, 3], 100)
      const { days } = await read(deck)
      expect(days.at(-2)).toMatchObject({ readings: 1, half: 1, whole: 1 })
      expect(days.at(-1)).toMatchObject({ readings: 0, half: 0, whole: 0 })
    })

    test('of one deck, only so many readings an hour count from one address', async () => {
      const deck = await newDeck(1)
      const address = newAddress()
      const hall = Array.from({ length: 510 }, () => openPage(deck))
      for (const ticket of hall) expect((await tell(deck, ticket, [0], 100, address)).status).toBe(204)
      expect(await today(deck)).toMatchObject({ readings: 500 })
      await tell(deck, openPage(deck), [0], 100)
      expect(await today(deck)).toMatchObject({ readings: 501 })
    })
  })

  describe('what is made up does not count', () => {
    test.each<[string, (deck: Deck, other: Deck) => Promise<{ status: number }>, number]>([
      ['a ticket that was changed', (deck) => tell(deck, `${openPage(deck)}x`, [0]), 404],
      ['a ticket out of nothing', (deck) => tell(deck, '1.1.4.x.zzzzzzzz.y', [0]), 404],
      ['a ticket of another deck', (deck, other) => tell(deck, openPage(other), [0]), 404],
      ['a step that was not taken', (deck) => tell(deck, openPage(deck), [0], 100), 204],
      [
        'a slide of another deck',
        (deck, other) => tell({ ...deck, slideIds: other.slideIds }, openPage(deck), [0, 1, 2, 3], 100),
        204,
      ],
    ])('%s', async (_what, act, status) => {
      const [deck, other] = [await newDeck(), await newDeck()]
      expect((await act(deck, other)).status).toBe(status)
      expect(await today(deck)).toMatchObject({ half: 0, whole: 0, readings: status === 204 ? 1 : 0 })
    })

    test('a page that stood open for longer than a day has nothing more to tell', async () => {
      const deck = await newDeck()
      const ticket = openPage(deck)
      app.advance(day + 1)
      expect((await tell(deck, ticket, [0])).status).toBe(404)
    })

    test.each([
      [{ slides: [], progress: 0 }],
      [{ ticket: 'x', slides: ['<script>'], progress: 0 }],
      [{ ticket: 'x', slides: [], progress: 70 }],
      [{ ticket: 'x', slides: Array.from({ length: 501 }, () => '0'.repeat(32)), progress: 0 }],
    ])('%j', async (body) => {
      const deck = await newDeck()
      const answer = await app.visitor().post(`/api/v1/decks/${deck.id}/progress`, body, { csrf: false })
      expect(answer.status).toBe(422)
    })

    test('of a deck in the trash nothing is counted', async () => {
      const deck = await newDeck()
      const ticket = openPage(deck)
      await ann.post(`/api/v1/decks/${deck.id}/trash`)
      expect((await tell(deck, ticket, [0])).status).toBe(204)
      await ann.post(`/api/v1/decks/${deck.id}/recover`)
      expect((await read(deck)).ever).toBe(false)
    })
  })

  test('nothing of it names anybody, and all of it is forgotten in time', async () => {
    const deck = await newDeck()
    await tell(deck, openPage(deck), [0, 1], 50, '203.0.113.77')
    const { read: db, transaction } = app.services.database
    const rows = async () => [
      ...(await db.selectFrom('deck_readings').selectAll().where('deck_id', '=', deck.id).execute()),
      ...(await db.selectFrom('deck_reading_days').selectAll().where('deck_id', '=', deck.id).execute()),
      ...(await db.selectFrom('deck_slide_views').selectAll().where('deck_id', '=', deck.id).execute()),
    ]
    expect(JSON.stringify(await rows())).not.toContain('203.0.113')
    expect((await rows()).length).toBe(4)
    const later = (days: number) => new Date(app.services.now().getTime() + days * day)
    const clear = (now: Date, first: string) => transaction((trx) => forgetOldReadings(trx, now, first))
    await clear(later(2), '2020-01-01')
    expect((await rows()).length).toBe(3)
    await clear(later(400), later(30).toISOString().slice(0, 10))
    expect(await rows()).toEqual([])
  })

  test('a destroyed deck takes what was known of its readers along', async () => {
    const deck = await newDeck()
    await tell(deck, openPage(deck), [0])
    await ann.post(`/api/v1/decks/${deck.id}/trash`)
    expect((await ann.request('DELETE', `/api/v1/decks/${deck.id}`, { body: {} })).status).toBe(204)
    const { read: db } = app.services.database
    expect(await db.selectFrom('deck_reading_days').selectAll().where('deck_id', '=', deck.id).execute()).toEqual([])
  })
})
