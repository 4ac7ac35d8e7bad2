import { z } from 'zod'
import { searchSorts } from '../../rules/search-sorts.ts'
import { contract } from '../contract.ts'
import { deck } from '../decks/contract.ts'
import { whole } from '../inputs.ts'

/** A deck as search results show it. */
export const foundDeck = deck.pick({
  id: true,
  slug: true,
  title: true,
  description: true,
  slide_count: true,
  view_count: true,
  kudos_count: true,
  kudoed: true,
  thumbnail_url: true,
  published_at: true,
  forked_from: true,
  user: true,
})

/** The calls about search. */
export const searchContracts = {
  search: contract({
    method: 'GET',
    path: '/api/v1/search',
    summary: 'Public decks by words of their title, author, description and slides; without q, decks to explore.',
    permission: 'public',
    rate: 'search',
    query: z.object({
      q: z.string().optional(),
      page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
      /** Leaves out the decks of the user with this id; without q only. */
      without_user: whole.optional(),
      /** relevance, recent or popular; anything else is relevance. */
      sort: z.enum(searchSorts).catch('relevance'),
    }),
    output: z.object({
      results: z.array(foundDeck),
      /** Counts up to 500. */
      total: z.number(),
      page: z.number(),
      decks_per_page: z.number(),
      /** Null, or what went wrong. */
      error: z.string().nullable(),
    }),
  }),
}
