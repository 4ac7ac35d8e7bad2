import { accessTokensContracts } from '../../../api/access-tokens/contract.ts'
import { isApiError } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import type { Received } from '../../../api/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { genericError, messages } from '../../../rules/messages.ts'
import { nextLinkName } from '../../../rules/share-links.ts'

/** An access link, as its owner sees it. */
export type AccessLink = Received<(typeof accessTokensContracts)['change']['output']>

const ofDeck = (deckId: number) => ({ params: { id: String(deckId) } })

/** All access links of a deck, the oldest first. Rejects with an ApiError that has the response's status. */
export async function loadLinks(api: ApiClient, deckId: number): Promise<readonly AccessLink[]> {
  const query = { per_page: String(limits.token.count) }
  return (await api.call(accessTokensContracts.list, { ...ofDeck(deckId), query })).results
}

/** The message for links that could not be loaded, by the response's status. */
export function loadFailureText(error: unknown): string {
  return isApiError(error) && error.status === 401 ? messages.sharing.signedOut : genericError()
}

/** Creates a link with the next name. */
export function createLink(api: ApiClient, deckId: number, links: readonly AccessLink[]): Promise<AccessLink> {
  const name = nextLinkName(links.map((link) => link.name))
  return api.call(accessTokensContracts.create, { ...ofDeck(deckId), body: { access_token: { name } } })
}

/** Saves a link's name and password; an empty password removes it. */
export function saveLink(
  api: ApiClient,
  link: Pick<AccessLink, 'id' | 'deck_id'>,
  changes: { readonly name: string; readonly password: string },
): Promise<AccessLink> {
  const params = { id: String(link.deck_id), token_id: String(link.id) }
  return api.call(accessTokensContracts.change, { params, body: { access_token: changes } })
}

/** Deletes a link permanently. */
export async function removeLink(api: ApiClient, link: Pick<AccessLink, 'id' | 'deck_id'>): Promise<void> {
  await api.call(accessTokensContracts.remove, { params: { id: String(link.deck_id), token_id: String(link.id) } })
}

/** Whether a link's form differs from what is saved. */
export function isUnsaved(link: Pick<AccessLink, 'name' | 'password'>, name: string, password: string): boolean {
  return name !== link.name || password !== (link.password ?? '')
}

/** The number of views through a link, as text. */
export function linkViews(count: number): string {
  return count === 1 ? '1 view' : `${count} views`
}
