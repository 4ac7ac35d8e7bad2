import type { z } from 'zod'
import { roleIsAdmin } from '../../rules/permissions.ts'
import type { DeckPresence } from '../../server/deck-presence.ts'
import type { ChannelUser } from '../deck-channel/messages.ts'
import { userThumbnailUrl } from '../decks/deck-json.ts'
import type { LoadedDeck } from '../decks/load-deck.ts'
import type { DeckRow } from '../decks/queries.ts'
import type { collaborator } from './contract.ts'
import type { DeckPerson } from './queries.ts'

/** The active editor of a deck: at first the owner. */
export function activeEditorOf(deck: Pick<DeckRow, 'editor_user_id' | 'user_id'>): number {
  return deck.editor_user_id ?? deck.user_id
}

/** The id of a person in paths. */
function personId({ user, row }: Pick<DeckPerson, 'user' | 'row'>): string {
  return user ? String(user.id) : `invited-${row?.id}`
}

function firstName({ name, username }: { readonly name: string | null; readonly username: string }): string {
  return name?.trim().split(/\s+/)[0] || username
}

/** A person of a deck as JSON, for a reader: addresses are for the deck's admins and for the person. */
export function personJson(
  person: DeckPerson,
  { deck, role: readerRole }: Pick<LoadedDeck, 'deck' | 'role'>,
  { readerId, presence: all }: { readonly readerId: number; readonly presence: Pick<DeckPresence, 'of'> },
): z.input<typeof collaborator> {
  const { user, row, role, active, lastSeenAt, createdAt } = person
  const presence = user && all.of(deck.id, user.id)
  const seesAddress = roleIsAdmin(readerRole) || user?.id === readerId
  return {
    id: personId(person),
    user_id: user?.id ?? null,
    ...{ role, active, status: presence?.status ?? 'disconnected', slide_id: presence?.slideId ?? null },
    editing: user?.id === activeEditorOf(deck),
    name: user?.name ?? null,
    username: user?.username ?? null,
    first_name: user && firstName(user),
    email: seesAddress ? (user?.email ?? row?.email ?? null) : null,
    thumbnail_url: user && userThumbnailUrl(user),
    ...{ last_seen_at: lastSeenAt, created_at: createdAt },
  }
}

/** A person with an account as all collaborators of the deck may see them, for the deck's channel; else null. */
export function channelUser({ user, role, active }: Pick<DeckPerson, 'user' | 'role' | 'active'>): ChannelUser | null {
  if (!user) return null
  const { id, username, name } = user
  return {
    ...{ user_id: id, role, active, name: name ?? username, username, first_name: firstName(user) },
    thumbnail_url: userThumbnailUrl(user),
  }
}
