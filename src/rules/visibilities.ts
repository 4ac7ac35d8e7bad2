/** Who can see a deck: its collaborators, its owner's team, everyone. */
export const visibilities = ['self', 'team', 'all'] as const
export type Visibility = (typeof visibilities)[number]

/** What each visibility is called, wherever it is shown. */
export const visibilityNames: Readonly<Record<Visibility, string>> = {
  self: 'Private',
  team: 'Internal',
  all: 'Public',
}

/** The audience of such a deck, as its owner reads it. Decks have no other members until invitations exist. */
export const visibilityHints: Readonly<Record<Visibility, string>> = {
  self: 'Only you',
  team: 'Everyone in your team',
  all: 'Everyone, and found in Explore',
}

/** What decides which visibilities a deck's owner is offered. */
export interface VisibilityFacts {
  /** Whether the owner is in a team. */
  readonly inTeam: boolean
  readonly visibility: Visibility
  /** Whether the owner's team allows public decks; true without a team. */
  readonly publicAllowed: boolean
}

/**
 * The visibilities a deck's owner is offered: private for everybody (choosing it without the plan offers one), internal
 * inside a team and where the deck is internal already, public where it is allowed.
 */
export function offeredVisibilities({ inTeam, visibility, publicAllowed }: VisibilityFacts): Visibility[] {
  const offered = { self: true, team: inTeam || visibility === 'team', all: publicAllowed }
  return visibilities.filter((one) => offered[one])
}
