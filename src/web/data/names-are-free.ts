import { isApiError } from '../../api/api-error.ts'
import type { ApiClient } from '../../api/client.ts'
import { decksContracts } from '../../api/decks/contract.ts'
import { usersContracts } from '../../api/users/contract.ts'

/** Lookups answer a taken name with success, and a free one with 404. */
async function isFree(lookup: Promise<unknown>): Promise<boolean> {
  try {
    await lookup
    return false
  } catch (error) {
    if (isApiError(error) && error.status === 404) return true
    throw error
  }
}

/** Whether nobody has this username. Throws when it could not be found out. */
export function usernameIsFree(api: ApiClient, username: string): Promise<boolean> {
  return isFree(api.call(usersContracts.lookup, { query: { id: username.toLowerCase() } }))
}

/** Whether no own deck but `deckId` has this slug. Throws when it could not be found out. */
export function deckSlugIsFree(api: ApiClient, slug: string, deckId: number | null): Promise<boolean> {
  return isFree(api.call(decksContracts.lookup, { query: { slug, ...(deckId === null ? {} : { except: deckId }) } }))
}
