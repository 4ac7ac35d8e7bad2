import type { DeckPage } from '../../../api/deck-pages/page-data.ts'
import type { PeoplePage } from '../../features/collaboration/people/people-page.ts'

/** Data of the dialog of the deck's people; undefined for users who may not change them, unless that may change. */
export function peoplePage(
  { deck, viewer, capabilities }: Pick<DeckPage, 'deck' | 'viewer' | 'capabilities'>,
  mayChange = capabilities.people,
): PeoplePage | undefined {
  if (!viewer || !mayChange) return undefined
  const { id, title, visibility, owner } = deck
  const { username, team, billing } = viewer
  const { ownerPlan } = capabilities.share
  return { deck: { id, title, visibility, ownerPlan, teamSlug: owner.teamSlug }, viewer: { username, team, billing } }
}
