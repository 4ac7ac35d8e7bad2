import { usersContracts } from '../../../api/users/contract.ts'
import { daysLater, subscriptionTerms } from '../../../rules/subscriptions.ts'
import { orPageError, pageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'

/** Data of the page on which a team is founded. */
export interface NewTeamData {
  /** When a trial that begins now would end: an ISO date. */
  readonly trialEnds: string
  /** Whether the viewer can have a trial; visitors, who have no account yet, can. */
  readonly trial: boolean
}

/** Loads what founding a team needs. Teams are founded on the app's host only. */
export async function loadNewTeam({ api, signal, site, team, viewer }: LoadArgs): Promise<NewTeamData> {
  if (team) throw pageError(404)
  const trialEnds = daysLater(new Date(), subscriptionTerms.trial).toISOString()
  if (!viewer || !site.billing) return { trialEnds, trial: true }
  const { team_trial: trial } = await orPageError(api.call(usersContracts.me, { signal }))
  return { trialEnds, trial }
}
