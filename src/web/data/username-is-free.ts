import { usersContracts } from '../../api/users/contract.ts'
import { isApiError } from './api-error.ts'
import type { ApiClient } from './client.ts'

/** Whether nobody has this username. Throws when it could not be found out. */
export async function usernameIsFree(api: ApiClient, username: string): Promise<boolean> {
  try {
    await api.call(usersContracts.lookup, { query: { id: username.toLowerCase() } })
    return false
  } catch (error) {
    if (isApiError(error) && error.status === 404) return true
    throw error
  }
}
