import type { ApiClient } from '../../api/client.ts'
import { decksContracts } from '../../api/decks/contract.ts'
import { teamsContracts } from '../../api/teams/contract.ts'
import { usersContracts } from '../../api/users/contract.ts'

/** Whether a username is free. Throws if the lookup fails. */
export async function isUsernameFree(api: ApiClient, username: string): Promise<boolean> {
  const answer = await api.call(usersContracts.lookup, { query: { id: username.toLowerCase(), answer: 'body' } })
  return answer?.taken === false
}

/** Whether no deck of the user has this slug, ignoring the deck `deckId`. Throws if the lookup fails. */
export async function isDeckSlugFree(api: ApiClient, slug: string, deckId: number | null): Promise<boolean> {
  const exclusion = deckId === null ? {} : { except: deckId }
  const answer = await api.call(decksContracts.lookup, { query: { slug, ...exclusion, answer: 'body' } })
  return answer?.taken === false
}

/** Whether a team's slug is free; that of the user's team counts as free. Throws if the lookup fails. */
export async function isTeamSlugFree(api: ApiClient, slug: string): Promise<boolean> {
  const answer = await api.call(teamsContracts.lookup, { query: { id: slug.toLowerCase(), answer: 'body' } })
  return answer?.taken === false
}
