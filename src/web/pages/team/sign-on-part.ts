import type { Received } from '../../../api/contract.ts'
import type { signOnContracts } from '../../../api/sign-on/contract.ts'

/** The single sign-on of a team. */
export type TeamSignOn = Received<(typeof signOnContracts)['read']['output']>

/** Props of the parts of the settings of single sign-on. */
export interface SignOnPartProps {
  readonly signOn: TeamSignOn
  readonly onChanged: (signOn: TeamSignOn) => void
}
