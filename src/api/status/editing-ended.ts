import { decideDeck } from '../../rules/permissions.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { UserRow } from '../../server/http/session.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { loadDeckFor } from '../decks/load-deck.ts'
import { userById } from '../users/queries.ts'
import type { EditingEnd } from './contract.ts'
import type { Editing } from './editing-token.ts'

/**
 * Whether the user may edit the deck, or had it moved to the trash and may recover it. A missing plan is no end: the
 * save says so.
 */
async function mayGoOn(db: Db, user: UserRow, deckId: number): Promise<boolean> {
  const loaded = await loadDeckFor(db, deckId, user.id)
  if (!loaded) return false
  const [actor, facts] = [actorOf(user), deckFacts(loaded, user.id)]
  const decision = decideDeck('edit', actor, facts)
  return decision === 'allow' || decision === 'upgrade' || decideDeck('recover', actor, facts) === 'allow'
}

/** What has ended since an editor's page was opened; null: nothing that the end of a session would not explain. */
export async function findEditingEnd(db: Db, editing: Editing): Promise<EditingEnd | null> {
  const user = await userById(db, String(editing.userId))
  if (!user?.active) return null
  const hasLeft = editing.isMember && user.team_id !== editing.teamId
  if (editing.deckId === null) return hasLeft ? 'membership' : null
  if (await mayGoOn(db, user, editing.deckId)) return hasLeft ? 'membership-only' : null
  return hasLeft ? 'membership' : 'access'
}
