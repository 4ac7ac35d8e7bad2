import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { contract } from '../contract.ts'

const count = z.number()

/** What a page tells of one reading. `progress`: the step (per cent of the slides) it has reached by that. */
export const toldProgress = z.object({
  ticket: z.string().max(200),
  slides: z.array(z.string().regex(/^[0-9a-f]{32}$/)).max(limits.deck.slides),
  progress: z.union([z.literal(0), z.literal(50), z.literal(100)]),
})

/** How often a deck was read on a day (2026-11-22, in UTC), and how many of those readings saw half and all of its slides. */
const day = z.object({ day: z.string(), readings: count, half: count, whole: count })

/** A slide as it stands now, and how many readings saw it. Indices from 0. */
const slide = z.object({
  id: z.string(),
  h: z.number(),
  v: z.number(),
  title: z.string(),
  text: z.string(),
  views: count,
})

/** The calls about how decks are read. */
export const deckAnalyticsContracts = {
  read: contract({
    method: 'GET',
    path: '/api/v1/decks/:id/analytics',
    summary: 'How often the deck was read on each of the last days, how far, and how often each slide was seen.',
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
      /** One entry for each day, the oldest first; days without a reading too. */
      days: z.array(day),
      slides: z.array(slide),
      /** Views of slides that the deck does not have any more. */
      gone: count,
      /** Whether the deck was ever read, also before these days. */
      ever: z.boolean(),
    }),
  }),
}
