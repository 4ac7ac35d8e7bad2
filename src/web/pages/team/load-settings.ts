import { signOnContracts } from '../../../api/sign-on/contract.ts'
import { teamsContracts } from '../../../api/teams/contract.ts'
import { orPageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'
import { asManager } from './as-manager.ts'

/** Loads the team with all its settings, for a manager. */
export async function loadSettings(args: LoadArgs) {
  const { role } = asManager(args)
  const { api, signal } = args
  const [team, signOn] = await orPageError(
    Promise.all([api.call(teamsContracts.read, { signal }), api.call(signOnContracts.read, { signal })]),
  )
  return { team, signOn, isOwner: role === 'owner' }
}
