import { planOf } from '../../rules/plans.ts'
import type { ApiClient } from '../client.ts'
import { usersContracts } from '../users/contract.ts'
import type { Viewer } from './viewer.ts'

/** The signed-in user's data on pages, with their team and what they should know about a payment. */
export async function viewerFrom(
  api: ApiClient,
  team: Viewer['team'],
  notice: Viewer['notice'] = null,
): Promise<Viewer> {
  const me = await api.call(usersContracts.me)
  return {
    id: me.id,
    username: me.username,
    name: me.name,
    email: me.email,
    thumbnail_url: me.thumbnail_url,
    plan: planOf(me),
    manually_upgraded: me.manually_upgraded,
    operator: me.operator,
    team,
    notice,
  }
}
