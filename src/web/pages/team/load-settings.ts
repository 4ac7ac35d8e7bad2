import { redirect } from 'react-router'
import { signOnContracts } from '../../../api/sign-on/contract.ts'
import { teamsContracts } from '../../../api/teams/contract.ts'
import { orPageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'
import { asManager } from './as-manager.ts'

/**
 * Loads the team with all its settings, for a manager. `signOn` null: the subscription has ended, so its owners can only
 * close or reactivate the team.
 */
export async function loadSettings(args: LoadArgs) {
  const { role, team: host } = asManager(args)
  const { api, signal } = args
  const isOwner = role === 'owner'
  if (host.ended && !isOwner) throw redirect('/reactivate')
  const [team, signOn] = await orPageError(
    Promise.all([
      api.call(teamsContracts.read, { signal }),
      host.ended ? null : api.call(signOnContracts.read, { signal }),
    ]),
  )
  return { team, signOn, isOwner }
}
