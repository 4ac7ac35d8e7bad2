import type { DeckFacts } from '../../rules/permissions.ts'
import { planAllows } from '../../rules/plans.ts'
import { offeredVisibilities, type Visibility } from '../../rules/visibilities.ts'

/** Whether a deck can be public: always, except where the owner's team does not allow it. */
export function canMakePublic(deck: Pick<DeckFacts, 'teamAllowsPublic'>): boolean {
  return deck.teamAllowsPublic
}

/** The visibilities that the deck's owner is offered. */
export function visibilityChoices(
  deck: Pick<DeckFacts, 'ownerPlan' | 'ownerTeamId' | 'visibility' | 'teamAllowsPublic'>,
): Visibility[] {
  const inTeam = deck.ownerTeamId !== null && planAllows(deck.ownerPlan, 'team')
  return offeredVisibilities({ inTeam, visibility: deck.visibility, publicAllowed: canMakePublic(deck) })
}
