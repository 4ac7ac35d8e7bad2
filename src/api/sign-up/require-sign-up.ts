import { accountMessages } from '../../rules/account-messages.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { type InstanceFacts, readInstance } from '../../server/instance.ts'
import type { Services } from '../../server/services.ts'

/**
 * Throws 403 if no account may be created this way: openly, or with an invitation. While the first operator is missing,
 * 422 without a set-up code; the caller checks it.
 */
export async function requireSignUp(
  { database, settings }: Services,
  way: 'open' | 'invitation',
  setupCode = '',
): Promise<InstanceFacts> {
  const instance = await readInstance(database.read, settings)
  if (instance.setup && way === 'open') {
    if (setupCode === '') throw invalid('setup_code', accountMessages.signUp.codeMissing)
    return instance
  }
  if (instance.signUp === 'closed') throw new HttpError(403, accountMessages.signUp.closed)
  if (instance.signUp === 'invitation' && way === 'open') throw new HttpError(403, accountMessages.signUp.invitation)
  return instance
}
