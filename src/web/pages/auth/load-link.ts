import { isApiError } from '../../../api/api-error.ts'
import { invitationsContracts } from '../../../api/invitations/contract.ts'
import { passwordsContracts } from '../../../api/passwords/contract.ts'
import { pageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'

/** Answers null for a link that is used up, expired or unknown. Other failures have their error page. */
async function orEnded<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (!isApiError(error)) throw error
    if (error.status === 404 || error.status === 422) return null
    throw pageError(error.status === 0 ? 500 : error.status, error.told ? error.message : '')
  }
}

/** The addressee of an invitation; null when its link has ended. */
export async function loadInvitation({ api, url, signal }: LoadArgs) {
  const invitation_token = url.searchParams.get('invitation_token') ?? ''
  return orEnded(api.call(invitationsContracts.read, { query: { invitation_token }, signal }))
}

/** Whether the link for a new password still opens anything: asked before anybody fills in the form. */
export async function loadReset({ api, url, signal }: LoadArgs): Promise<{ valid: boolean }> {
  const reset_password_token = url.searchParams.get('reset_password_token') ?? ''
  const call = api.call(passwordsContracts.check, { query: { reset_password_token }, signal }).then(() => true)
  return { valid: (await orEnded(call)) ?? false }
}
