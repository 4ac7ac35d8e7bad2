import { invitationsContracts } from '../../../api/invitations/contract.ts'
import { isApiError } from '../../data/api-error.ts'
import type { LoadArgs } from '../../page.ts'

/** Who an invitation is for; null when it is used up, too old, or never was. */
export async function loadInvitation({ api, url }: LoadArgs) {
  const invitation_token = url.searchParams.get('invitation_token') ?? ''
  if (invitation_token === '') return null
  try {
    return await api.call(invitationsContracts.read, { query: { invitation_token } })
  } catch (error) {
    if (isApiError(error) && error.status >= 400 && error.status < 500) return null
    throw error
  }
}
