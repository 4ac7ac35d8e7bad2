import type { ApiClient } from '../../api/client.ts'
import { statusContracts } from '../../api/status/contract.ts'
import { renewCsrfToken } from './browser-transport.ts'

/** Fetches the CSRF token of the session that replaced the page's own (new e-mail, new password). */
export async function renewSession(api: ApiClient): Promise<void> {
  renewCsrfToken((await api.call(statusContracts.read)).csrf_token)
}
