import { accountMessages } from '../../rules/account-messages.ts'
import type { Db } from '../../server/db/open-database.ts'
import { invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { proveCurrentPassword } from '../users/prove-password.ts'
import { withCode } from './prove-code.ts'
import { hasSecondStep } from './queries.ts'

/** The 422 of a wrong or used code. */
export const wrongCode = () => invalid('code', accountMessages.twoStep.wrongCode)

interface OwnerProof<T> {
  readonly user: UserRow
  readonly password: string | undefined
  /** The form field of the password; default `current_password`. */
  readonly field?: string
  /** A code of the app, or a recovery code. */
  readonly code: string | undefined
  /** Runs in the transaction that uses up the code. */
  readonly perform: (trx: Db) => Promise<T>
}

/**
 * Runs work that gives another way into the account, such as a new passkey. Needs the password and, with two-step
 * sign-in, a code: a stolen password and an unlocked browser must not get around the second step.
 */
export async function withOwnerProof<T>(services: Services, proof: OwnerProof<T>): Promise<T> {
  const { user, password, field = 'current_password', code, perform } = proof
  await proveCurrentPassword(services, user, password, field)
  if (!(await hasSecondStep(services.database.read, user.id))) return services.database.transaction(perform)
  if (!code) throw invalid('code', accountMessages.twoStep.codeNeeded)
  return withCode(services, { user, code, perform, refused: wrongCode })
}
