import { outlineOf } from '../deck-pages/queries.ts'
import { route } from '../route.ts'
import { deckAnalyticsContracts } from './contract.ts'
import { dayOf, daysSince, slideViewsSince, wasEverRead } from './queries.ts'

const dayLength = 24 * 60 * 60 * 1000

/** The last `count` days including today, oldest first. */
function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => dayOf(new Date(now.getTime() - (count - 1 - index) * dayLength)))
}

/** Handler of the reading statistics. */
export const deckAnalyticsRoutes = [
  route(deckAnalyticsContracts.read, async (c) => {
    const { deck } = c.loaded
    const days = lastDays(c.services.now(), c.query.days)
    const first = days[0] ?? ''
    const [sums, views, outline, ever] = await Promise.all([
      daysSince(c.db, deck.id, first),
      slideViewsSince(c.db, deck.id, first),
      outlineOf(c.db, deck),
      wasEverRead(c.db, deck.id),
    ])
    const byDay = new Map(sums.map((row) => [row.day, row]))
    const slides = outline.map(({ id, h, v, title, text }) => ({ id, h, v, title, text, views: views.get(id) ?? 0 }))
    const present = new Set(slides.map(({ id }) => id))
    return {
      days: days.map((day) => byDay.get(day) ?? { day, readings: 0, half: 0, whole: 0 }),
      slides,
      gone: [...views].reduce((sum, [id, count]) => (present.has(id) ? sum : sum + count), 0),
      ever,
    }
  }),
]
