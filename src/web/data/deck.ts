import type { Received } from '../../api/contract.ts'
import type { decksContracts } from '../../api/decks/contract.ts'
import type { DeckPlace } from '../../api/pages/viewer.ts'
import { planOf } from '../../rules/plans.ts'

/** A deck as returned by the API. */
export type DeckJson = Received<(typeof decksContracts)['read']['output']>

/** A deck in a user's list. */
export type DeckOfList = Received<(typeof decksContracts)['ofUser']['output']>['results'][number]

/** The fields of a deck that lists show. Search results include them. */
export type ListedDeck = Pick<
  DeckJson,
  'id' | 'slug' | 'title' | 'description' | 'view_count' | 'kudos_count' | 'thumbnail_url' | 'forked_from'
> & {
  readonly user: Pick<DeckJson['user'], 'id' | 'username' | 'name' | 'thumbnail_url' | 'team_slug'>
}

/** What decides on the visibilities of a deck: the plan and the team that count for it. */
export function placeOf({ user }: Pick<DeckJson, 'user'>): DeckPlace {
  return { plan: planOf(user), team_slug: user.team_slug ?? null }
}
