import type { z } from 'zod'
import { settingsOf } from '../../rules/deck-columns.ts'
import { editorLimit } from '../../rules/permissions.ts'
import { planFlags } from '../../rules/plans.ts'
import { productSharingPicture } from '../../rules/sharing-picture.ts'
import type { UserRow } from '../../server/http/session.ts'
import { userSettingsOf } from '../user-settings/queries.ts'
import type { deck as deckSchema, deckUser, ForkedFrom } from './contract.ts'
import type { DeckOwner } from './load-deck.ts'
import type { DeckRow } from './queries.ts'

/** A deck in answers, before it is restricted to the contract (times are Dates). */
export type DeckJson = z.input<typeof deckSchema>

/** URL of a user's picture, which is uploaded or shows the user's initials. */
export function userThumbnailUrl(user: Pick<UserRow, 'id' | 'picture_key'>): string {
  return `/api/v1/users/${user.id}/picture${user.picture_key ? `?v=${user.picture_key.slice(-12)}` : ''}`
}

type DrawnRow = Pick<DeckRow, 'id' | 'thumbnail_version' | 'thumbnail_key'>

/** What changes with a deck's thumbnail: its version, and a part of its file's name. Null if there is none. */
export function thumbnailMark(deck: Pick<DeckRow, 'thumbnail_version' | 'thumbnail_key'>): string | null {
  const { thumbnail_version: version, thumbnail_key: key } = deck
  if (version === null) return null
  return key === null ? String(version) : `${version}-${key.replace(/\.\w+$/, '').slice(-6)}`
}

/**
 * URL of a deck's thumbnail. It changes with the thumbnail, so that browsers can cache it. `token`: the access link of
 * the request, if any.
 */
export function deckThumbnailUrl(deck: DrawnRow, token: string | null = null): string {
  const mark = thumbnailMark(deck)
  const query = [mark === null ? '' : `v=${mark}`, token === null ? '' : `token=${encodeURIComponent(token)}`].filter(
    (part) => part !== '',
  )
  return `/api/v1/decks/${deck.id}/thumbnail${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** URL of the preview image for links on other sites. `token` as for thumbnails. */
export function deckSharingUrl(deck: DrawnRow, token: string | null = null): string {
  if (deck.thumbnail_version === null) return productSharingPicture
  return deckThumbnailUrl(deck, token).replace('/thumbnail', '/sharing_picture')
}

/** A deck's owner as included in the deck: public data only. */
function userInDeck(user: DeckOwner): z.input<typeof deckUser> {
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

/** A deck as JSON. Callers pass `notes` only if the user may read them. */
export function deckJson(
  deck: DeckRow,
  owner: DeckOwner,
  extra: { notes?: Readonly<Record<string, string>>; kudoed?: boolean; forkedFrom?: ForkedFrom | undefined } = {},
): DeckJson {
  return {
    ...settingsOf(deck),
    id: deck.id,
    version: deck.version,
    visibility: deck.visibility,
    user: userInDeck(owner),
    notes: { ...extra.notes },
    forked_from: extra.forkedFrom ?? null,
    slide_count: deck.slide_count,
    view_count: deck.view_count,
    kudos_count: deck.kudos_count,
    kudoed: extra.kudoed ?? false,
    thumbnail_url: deckThumbnailUrl(deck),
    collaborative: deck.collaborative,
    deck_user_editor_limit: editorLimit(owner.plan, deck.visibility),
    created_at: deck.created_at,
    updated_at: deck.updated_at,
    published_at: deck.published_at,
    trashed_at: deck.trashed_at,
  }
}
