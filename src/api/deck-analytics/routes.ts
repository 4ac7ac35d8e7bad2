import { outlineOf } from '../deck-pages/queries.ts'
import { route } from '../route.ts'
import { deckAnalyticsContracts } from './contract.ts'
import { dayOf, daysSince, slideViewsSince, wasEverRead } from './queries.ts'

const dayLength = 24 * 60 * 60 * 1000

/** The last `count` days up to now, the oldest first. */
function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => dayOf(new Date(now.getTime() - (count - 1 - index) * dayLength)))
}

/** What answers the calls about how decks are read. */
export const deckAnalyticsRoutes = [
  route(deckAnalyticsContracts.read, async (c) => {
    const { deck } = c.loaded
    const days = lastDays(c.services.now(), c.query.days)
    const first = days[0] ?? ''
    const [kept, views, outline, ever] = await Promise.all([
      daysSince(c.db, deck.id, first),
      slideViewsSince(c.db, deck.id, first),
      outlineOf(c.db, deck),
      wasEverRead(c.db, deck.id),
    ])
    const byDay = new Map(kept.map((row) => [row.day, row]))
    const slides = outline.map(({ id, h, v, title, text }) => ({ id, h, v, title, text, views: views.get(id) ?? 0 }))
    const there = new Set(slides.map(({ id }) => id))
    return {
      days: days.map((day) => byDay.get(day) ?? { day, readings: 0, half: 0, whole: 0 }),
      slides,
      gone: [...views].reduce((sum, [id, count]) => (there.has(id) ? sum : sum + count), 0),
      ever,
    }
  }),
]
