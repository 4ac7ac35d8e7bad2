import type { ApiClient } from '../../api/client.ts'
import { decksContracts } from '../../api/decks/contract.ts'
import { usersContracts } from '../../api/users/contract.ts'

/** Whether nobody has this username. Throws when it could not be found out. */
export async function usernameIsFree(api: ApiClient, username: string): Promise<boolean> {
  const answer = await api.call(usersContracts.lookup, { query: { id: username.toLowerCase(), answer: 'body' } })
  return answer?.taken === false
}

/** Whether no own deck but `deckId` has this slug. Throws when it could not be found out. */
export async function deckSlugIsFree(api: ApiClient, slug: string, deckId: number | null): Promise<boolean> {
  const asking = deckId === null ? {} : { except: deckId }
  const answer = await api.call(decksContracts.lookup, { query: { slug, ...asking, answer: 'body' } })
  return answer?.taken === false
}
