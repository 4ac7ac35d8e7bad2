import type { DeckFacts, Visibility } from '../../rules/permissions.ts'
import { planAllows } from '../../rules/plans.ts'

/** Whether a deck can be public: always, except where the owner's team does not allow it. */
export function canMakePublic(deck: Pick<DeckFacts, 'teamAllowsPublic'>): boolean {
  return deck.teamAllowsPublic
}

/**
 * The visibilities its owner is offered: private for everybody (choosing it without the plan leads to the prices),
 * internal for teams, public where the team allows it.
 */
export function visibilityChoices(deck: Pick<DeckFacts, 'ownerPlan' | 'teamAllowsPublic'>): Visibility[] {
  return [
    'self',
    ...(planAllows(deck.ownerPlan, 'team') ? (['team'] as const) : []),
    ...(canMakePublic(deck) ? (['all'] as const) : []),
  ]
}
