import { messages } from '../../rules/messages.ts'
import { type DeckAction, type DeckSubject, decideDeck } from '../../rules/permissions.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { type LoadedDeck, loadDeckFor } from '../decks/load-deck.ts'
import { lockDeck } from '../decks/queries.ts'
import { enforce } from '../permission.ts'
import type { Context } from '../route.ts'

/** The acting user, in the transaction of a change. */
export interface Acting {
  readonly db: Db
  readonly services: Services
  readonly user: UserRow | null
  readonly loaded: LoadedDeck
  readonly request: Context['request']
}

/** The user of a route that requires sign-in. */
export function signedIn(user: UserRow | null): UserRow {
  if (!user) throw new HttpError(401, messages.session.needed)
  return user
}

/** Throws the refusal if the acting user may not do this with the locked deck. */
export function check(acting: Pick<Acting, 'user'>, loaded: LoadedDeck, action: DeckAction, subject?: DeckSubject) {
  enforce(decideDeck(action, actorOf(acting.user), deckFacts(loaded, acting.user?.id ?? null), subject))
}

/**
 * Locks the deck, and checks the permission again: a concurrent change may have taken the acting user's role since the
 * request was checked. Also serializes changes of the deck's people.
 */
export async function lockAs(acting: Acting, action: DeckAction): Promise<LoadedDeck> {
  const { db, services, user } = acting
  const { id } = acting.loaded.deck
  await lockDeck(db, services.database.kind, id)
  const loaded = await loadDeckFor(db, id, user?.id ?? null)
  if (!loaded) throw new HttpError(404, messages.access.notFound)
  check(acting, loaded, action)
  return loaded
}
