/** Who can see a deck: its collaborators, its owner's team, everyone. */
export const visibilities = ['self', 'team', 'all'] as const
export type Visibility = (typeof visibilities)[number]

/** The visibilities' display names. */
export const visibilityNames: Readonly<Record<Visibility, string>> = {
  self: 'Private',
  team: 'Internal',
  all: 'Public',
}

/** The audience of each visibility, as shown to the deck's owner. */
export const visibilityHints: Readonly<Record<Visibility, string>> = {
  self: 'Only you',
  team: 'Everyone in your team',
  all: 'Everyone, and found in Explore',
}

/** The facts that determine the visibilities offered to a deck's owner. */
export interface VisibilityFacts {
  /** Whether the owner is in a team. */
  readonly inTeam: boolean
  readonly visibility: Visibility
  /** Whether the owner's team allows public decks; true without a team. */
  readonly publicAllowed: boolean
}

/**
 * The visibilities offered to a deck's owner. Private: always; without a sufficient plan, choosing it offers a plan.
 * Internal: in a team, or if the deck is internal already. Public: if allowed.
 */
export function offeredVisibilities({ inTeam, visibility, publicAllowed }: VisibilityFacts): Visibility[] {
  const offered = { self: true, team: inTeam || visibility === 'team', all: publicAllowed }
  return visibilities.filter((one) => offered[one])
}
