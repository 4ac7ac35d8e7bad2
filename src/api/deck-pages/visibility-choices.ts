import type { DeckFacts } from '../../rules/permissions.ts'
import { planAllows } from '../../rules/plans.ts'
import { offeredVisibilities, type Visibility } from '../../rules/visibilities.ts'

/** Whether a deck can be public. The deck's team may forbid it. */
export function canMakePublic(deck: Pick<DeckFacts, 'teamAllowsPublic'>): boolean {
  return deck.teamAllowsPublic
}

/** The visibilities offered to the deck's owner. */
export function visibilityChoices(
  deck: Pick<DeckFacts, 'ownerPlan' | 'teamId' | 'visibility' | 'teamAllowsPublic'>,
): Visibility[] {
  const inTeam = deck.teamId !== null && planAllows(deck.ownerPlan, 'team')
  return offeredVisibilities({ inTeam, visibility: deck.visibility, publicAllowed: canMakePublic(deck) })
}
