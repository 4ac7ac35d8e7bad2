import { teamsContracts } from '../../../api/teams/contract.ts'
import { orPageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'
import { asManager } from './as-manager.ts'

/** Loads the team with all its settings, for a manager. */
export async function loadSettings(args: LoadArgs) {
  asManager(args)
  return { team: await orPageError(args.api.call(teamsContracts.read, { signal: args.signal })) }
}
