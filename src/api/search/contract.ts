import { z } from 'zod'
import { searchSorts } from '../../rules/search-sorts.ts'
import { contract } from '../contract.ts'
import { deck } from '../decks/contract.ts'
import { nonNegativeInt } from '../inputs.ts'

/** A deck in search results. */
const foundDeck = deck.pick({
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

const page = z.coerce.number().int().min(1).max(1_000_000).catch(1)
/** relevance, recent or popular; other values mean relevance. */
const sort = z.enum(searchSorts).catch('relevance')

/** One page of a search. */
const foundPage = z.object({
  results: z.array(foundDeck),
  /** Total number of results, counted up to 500. */
  total: z.number(),
  page: z.number(),
  decks_per_page: z.number(),
  /** An error message, or null. */
  error: z.string().nullable(),
})

/** Routes of the search. */
export const searchContracts = {
  search: contract({
    method: 'GET',
    path: '/api/v1/search',
    summary: 'Searches public decks by title, author, description and slides. Without q it returns decks to explore.',
    permission: 'public',
    rate: 'search',
    query: z.object({
      q: z.string().optional(),
      page,
      /** Excludes decks of the user with this id; has no effect with q. */
      without_user: nonNegativeInt.optional(),
      sort,
    }),
    output: foundPage,
  }),
  ofTeam: contract({
    method: 'GET',
    path: '/api/v1/team/search',
    summary:
      'Searches the internal and public decks of the signed-in user’s team by title, author, description and slides.',
    permission: 'team:see',
    rate: 'search',
    query: z.object({ q: z.string(), page, sort }),
    output: foundPage,
  }),
}
