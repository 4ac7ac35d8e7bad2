import type { EditorPageData } from '../../../api/deck-pages/editor-page-data.ts'
import type { PageOwner } from '../../../rules/deck-url.ts'

/** The user whose profile the deck belongs to: its owner, or for a new deck the viewer. */
export function pageOwner({ deck, viewer }: Pick<EditorPageData, 'deck' | 'viewer'>): PageOwner {
  if (deck) return { username: deck.user.username, teamSlug: deck.user.team_slug }
  return { username: viewer.username, teamSlug: viewer.team?.slug ?? null }
}
