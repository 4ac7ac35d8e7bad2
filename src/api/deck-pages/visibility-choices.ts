import type { DeckFacts, Visibility } from '../../rules/permissions.ts'
import { planAllows } from '../../rules/plans.ts'

/** Whether a deck can be public: always, except where the owner's team does not allow it. */
export function canMakePublic(deck: Pick<DeckFacts, 'teamAllowsPublic'>): boolean {
  return deck.teamAllowsPublic
}

/**
 * The visibilities its owner is offered: private for everybody (choosing it without the plan offers one),
 * internal for members of a team, public where the team allows it. What the deck is, is always among them.
 */
export function visibilityChoices(
  deck: Pick<DeckFacts, 'ownerPlan' | 'ownerTeamId' | 'visibility' | 'teamAllowsPublic'>,
): Visibility[] {
  const hasTeam = deck.ownerTeamId !== null && planAllows(deck.ownerPlan, 'team')
  return [
    'self',
    ...(hasTeam || deck.visibility === 'team' ? (['team'] as const) : []),
    ...(canMakePublic(deck) ? (['all'] as const) : []),
  ]
}
