import type { Received } from '../../api/contract.ts'
import type { decksContracts } from '../../api/decks/contract.ts'

/** A deck as the API answers it. */
export type DeckJson = Received<(typeof decksContracts)['read']['output']>

/** The parts of a deck that a list shows; search results have them too. */
export type ListedDeck = Pick<
  DeckJson,
  'id' | 'slug' | 'title' | 'description' | 'view_count' | 'kudos_count' | 'thumbnail_url' | 'forked_from'
> & {
  readonly user: Pick<DeckJson['user'], 'id' | 'username' | 'name' | 'thumbnail_url'>
}
