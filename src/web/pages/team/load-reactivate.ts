import { subscriptionsContracts } from '../../../api/subscriptions/contract.ts'
import { teamsContracts } from '../../../api/teams/contract.ts'
import { orPageError, pageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'
import { asMember } from './as-manager.ts'

/**
 * Loads what reactivating the team needs. `details` null: the viewer is no owner, or the subscription has not ended.
 * Without billing there is no such page, nor for teams that were upgraded by hand.
 */
export async function loadReactivate(args: LoadArgs) {
  const { api, site, signal } = args
  const { role, team: host } = asMember(args)
  if (!site.billing) throw pageError(404)
  const team = await orPageError(api.call(teamsContracts.read, { signal }))
  // A team that was upgraded by hand has no subscription.
  if (team.manually_upgraded) throw pageError(404)
  const isOwner = role === 'owner'
  const details = isOwner && host.ended ? await orPageError(api.call(subscriptionsContracts.details, { signal })) : null
  return { team, isOwner, ended: host.ended, details }
}
