import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { contract } from '../contract.ts'

const count = z.number()

/** A page's progress report for one reading. `progress`: the step reached, in percent of the slides. */
export const progressReport = z.object({
  ticket: z.string().max(200),
  slides: z.array(z.string().regex(/^[0-9a-f]{32}$/)).max(limits.deck.slides),
  progress: z.union([z.literal(0), z.literal(50), z.literal(100)]),
})

/** The number of readings on a day (2026-11-22, in UTC), and of those that saw half and all of the slides. */
const day = z.object({ day: z.string(), readings: count, half: count, whole: count })

/** A current slide and its number of views. `h` and `v` count from 0. */
const slide = z.object({
  id: z.string(),
  h: z.number(),
  v: z.number(),
  title: z.string(),
  text: z.string(),
  views: count,
})

/** Route of the reading statistics. */
export const deckAnalyticsContracts = {
  read: contract({
    method: 'GET',
    path: '/api/v1/decks/:id/analytics',
    summary: 'Returns daily views of the deck, how far it was read, and the views of each slide.',
    permission: 'deck:read-analytics',
    rate: 'read',
    params: z.object({ id: z.string() }),
    query: z.object({
      days: z.coerce
        .number()
        .refine(
          (days) => (limits.analytics.ranges as readonly number[]).includes(days),
          'Please choose one of the ranges',
        )
        .default(30),
    }),
    output: z.object({
      /** One entry per day, oldest first, including days without readings. */
      days: z.array(day),
      slides: z.array(slide),
      /** Views of slides that have been deleted. */
      gone: count,
      /** Whether the deck has any reading, inside or outside the range. */
      ever: z.boolean(),
    }),
  }),
}
