import { isApiError } from '../../../api/api-error.ts'
import type { Received } from '../../../api/contract.ts'
import { emailChangesContracts } from '../../../api/email-changes/contract.ts'
import { invitationsContracts } from '../../../api/invitations/contract.ts'
import { passwordResetsContracts } from '../../../api/password-resets/contract.ts'
import { pageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'

/** Resolves to null for a used, expired or unknown link. Other errors throw the error page. */
async function orNullIfInvalid<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (!isApiError(error)) throw error
    if (error.status === 404 || error.status === 422) return null
    throw pageError(error.status === 0 ? 500 : error.status, error.isUserMessage ? error.message : '')
  }
}

/** A valid invitation. */
export type Invitation = Received<(typeof invitationsContracts)['read']['output']>

/** The recipient of an invitation; null if its link is no longer valid. */
export async function loadInvitation({ api, url, signal }: LoadArgs) {
  const invitation_token = url.searchParams.get('invitation_token') ?? ''
  return orNullIfInvalid(api.call(invitationsContracts.read, { query: { invitation_token }, signal }))
}

/** The address that a link confirms; null if the link is no longer valid. */
export async function loadEmailLink({ api, url, signal }: LoadArgs) {
  const email_token = url.searchParams.get('email_token') ?? ''
  return orNullIfInvalid(api.call(emailChangesContracts.check, { query: { email_token }, signal }))
}

/** Whether a password reset link is still valid, checked before the form is shown. */
export async function loadReset({ api, url, signal }: LoadArgs): Promise<{ valid: boolean }> {
  const reset_password_token = url.searchParams.get('reset_password_token') ?? ''
  const call = api.call(passwordResetsContracts.check, { query: { reset_password_token }, signal }).then(() => true)
  return { valid: (await orNullIfInvalid(call)) ?? false }
}
