import type { z } from 'zod'
import { settingsOf } from '../../rules/deck-fields.ts'
import { editorLimit } from '../../rules/permissions.ts'
import { planFlags } from '../../rules/plans.ts'
import { productSharingPicture } from '../../rules/sharing-picture.ts'
import type { HostedUser } from '../../server/db/hosted-users.ts'
import type { UserRow } from '../../server/http/session.ts'
import { userSettingsOf } from '../user-settings/queries.ts'
import type { deck as deckSchema, deckUser, ForkedFrom } from './contract.ts'
import type { DeckRow } from './queries.ts'

/** A deck as calls answer it, before it is cut to the contract (times still are Dates). */
export type DeckJson = z.input<typeof deckSchema>

/** Where a person's picture is: their own, or one drawn from their initials. */
export function userThumbnailUrl(user: Pick<UserRow, 'id' | 'picture_key'>): string {
  return `/api/v1/users/${user.id}/picture${user.picture_key ? `?v=${user.picture_key.slice(-12)}` : ''}`
}

/**
 * Where a deck's picture is. The address changes with the picture, so that browsers may keep it. `token`: of the access
 * link by which the one who looks came here.
 */
export function deckThumbnailUrl(deck: Pick<DeckRow, 'id' | 'thumbnail_version'>, token: string | null = null): string {
  const query = [
    deck.thumbnail_version === null ? '' : `v=${deck.thumbnail_version}`,
    token === null ? '' : `token=${encodeURIComponent(token)}`,
  ].filter((part) => part !== '')
  return `/api/v1/decks/${deck.id}/thumbnail${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** Where the picture is that other sites show beside a link to the deck. `token` as with thumbnails. */
export function deckSharingUrl(deck: Pick<DeckRow, 'id' | 'thumbnail_version'>, token: string | null = null): string {
  if (deck.thumbnail_version === null) return productSharingPicture
  return deckThumbnailUrl(deck, token).replace('/thumbnail', '/sharing_picture')
}

/** A deck's owner as the deck carries them: nothing that others should not know. */
export function userInDeck(user: HostedUser): z.input<typeof deckUser> {
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    team_slug: user.team_slug,
    thumbnail_url: userThumbnailUrl(user),
    ...planFlags(user.plan),
    settings: userSettingsOf(user.settings),
  }
}

/**
 * A deck as every call answers it. `notes` are handed in by callers who know that the asker may read them;
 * without them the map is empty.
 */
export function deckJson(
  deck: DeckRow,
  owner: HostedUser,
  more: { notes?: Readonly<Record<string, string>>; kudoed?: boolean; forkedFrom?: ForkedFrom | undefined } = {},
): DeckJson {
  return {
    ...settingsOf(deck),
    id: deck.id,
    version: deck.version,
    visibility: deck.visibility,
    user: userInDeck(owner),
    notes: { ...more.notes },
    forked_from: more.forkedFrom ?? null,
    slide_count: deck.slide_count,
    view_count: deck.view_count,
    kudos_count: deck.kudos_count,
    kudoed: more.kudoed ?? false,
    thumbnail_url: deckThumbnailUrl(deck),
    collaborative: deck.collaborative,
    deck_user_editor_limit: editorLimit(owner.plan, deck.visibility),
    created_at: deck.created_at,
    updated_at: deck.updated_at,
    published_at: deck.published_at,
    trashed_at: deck.trashed_at,
  }
}
