import { usersContracts } from '../../../api/users/contract.ts'
import { type BillingPeriod, readPeriod } from '../../../rules/prices.ts'
import { daysLater, subscriptionTerms } from '../../../rules/subscriptions.ts'
import { orPageError, pageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'

/** What the page's URL says. */
export interface NewTeamChoice {
  /** The billing period that the pricing page has chosen (?period=monthly); by the year otherwise. */
  readonly period: BillingPeriod
  /** Path and query of the page, where visitors return after signing in. */
  readonly path: string
}

/** Data of the page on which a team is founded. */
export interface NewTeamData extends NewTeamChoice {
  /** When a trial that begins now would end: an ISO date. */
  readonly trialEnds: string
  /** Whether the viewer can have a trial; visitors, who have no account yet, can. */
  readonly trial: boolean
}

/** Reads the URL of the page. */
export function readNewTeam(url: URL): NewTeamChoice {
  return { period: readPeriod(url.searchParams.get('period')) ?? 'yearly', path: url.pathname + url.search }
}

/** Loads what founding a team needs. Teams are founded on the app's host only. */
export async function loadNewTeam({ api, signal, site, team, viewer, url }: LoadArgs): Promise<NewTeamData> {
  if (team) throw pageError(404)
  const trialEnds = daysLater(new Date(), subscriptionTerms.trial).toISOString()
  const chosen = readNewTeam(url)
  if (!viewer || !site.billing) return { ...chosen, trialEnds, trial: true }
  const { team_trial: trial } = await orPageError(api.call(usersContracts.me, { signal }))
  return { ...chosen, trialEnds, trial }
}
