import { daysLater, subscriptionTerms } from '../../../rules/subscriptions.ts'
import { pageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'

/** Data of the page on which a team is founded. `trialEnds`: an ISO date. Teams are founded on the app's host only. */
export function loadNewTeam({ team }: LoadArgs): { trialEnds: string } {
  if (team) throw pageError(404)
  return { trialEnds: daysLater(new Date(), subscriptionTerms.trial).toISOString() }
}
