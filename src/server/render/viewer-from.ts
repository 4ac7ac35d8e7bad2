import { usersContracts } from '../../api/users/contract.ts'
import { planOf } from '../../rules/plans.ts'
import type { ApiClient } from '../../web/data/client.ts'
import type { Viewer } from '../../web/data/viewer.ts'

/** The signed-in person as pages know them. */
export async function viewerFrom(api: ApiClient): Promise<Viewer> {
  const me = await api.call(usersContracts.me)
  return {
    id: me.id,
    username: me.username,
    name: me.name,
    thumbnail_url: me.thumbnail_url,
    plan: planOf(me),
    manually_upgraded: me.manually_upgraded,
    operator: me.operator,
    team: null,
  }
}
