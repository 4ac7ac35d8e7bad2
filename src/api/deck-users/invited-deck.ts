import { absoluteDeckUrl, shownTitle } from '../../rules/deck-url.ts'
import type { CollaboratorRole } from '../../rules/permissions.ts'
import type { Db } from '../../server/db/open-database.ts'
import { deckState } from '../decks/deck-state.ts'
import { type LoadedDeck, loadDeckFor } from '../decks/load-deck.ts'

/** The deck of an invitation, and the role that accepting grants. */
export interface InvitedDeck extends Pick<LoadedDeck, 'deck' | 'owner'> {
  readonly role: CollaboratorRole
}

/** The deck of an invitation to a deck. Null if the deck is in the trash or suspended. */
export async function invitedDeck(db: Db, deckUserId: number | null): Promise<InvitedDeck | null> {
  if (deckUserId === null) return null
  const row = await db
    .selectFrom('deck_users')
    .select(['deck_id', 'role'])
    .where('id', '=', deckUserId)
    .executeTakeFirst()
  const loaded = row && (await loadDeckFor(db, row.deck_id, null))
  if (!loaded || deckState(loaded.deck) !== 'active') return null
  return { deck: loaded.deck, owner: loaded.owner, role: row.role }
}

/** The URL of a deck where a collaborator begins: the editor, or for viewers the review. */
export function collaboratorUrl(
  baseUrl: string,
  { deck, owner }: Pick<LoadedDeck, 'deck' | 'owner'>,
  role: CollaboratorRole,
): string {
  const address = { username: owner.username, teamSlug: owner.team_slug, slug: deck.slug, id: deck.id }
  return absoluteDeckUrl(baseUrl, address, { view: role === 'viewer' ? 'review' : 'edit' })
}

/** The deck of an invitation as JSON. */
export function invitedDeckJson(invited: InvitedDeck, baseUrl: string) {
  const { deck, owner, role } = invited
  const url = collaboratorUrl(baseUrl, invited, role)
  return { title: shownTitle(deck.title), role, url, of_team: owner.team_slug !== null }
}
