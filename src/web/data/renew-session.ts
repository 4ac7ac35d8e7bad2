import type { ApiClient } from '../../api/client.ts'
import { statusContracts } from '../../api/status/contract.ts'
import { renewCsrfToken } from './browser-transport.ts'

/** Takes over the token of the session that the server has just put in the place of this page's old one (new e-mail, new password). */
export async function renewSession(api: ApiClient): Promise<void> {
  renewCsrfToken((await api.call(statusContracts.read)).csrf_token)
}
