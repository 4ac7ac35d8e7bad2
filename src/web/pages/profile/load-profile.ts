import type { Received } from '../../../api/contract.ts'
import { decksContracts } from '../../../api/decks/contract.ts'
import { usersContracts } from '../../../api/users/contract.ts'
import { type DeckListName, deckLists } from '../../../rules/deck-lists.ts'
import { toOwnHost } from '../../data/own-host.ts'
import { orPageError, pageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'

/** The data of a profile page. */
export interface ProfileData {
  readonly person: Received<(typeof usersContracts)['read']['output']>
  readonly self: boolean
  readonly tab: DeckListName
  readonly list: Received<(typeof decksContracts)['ofUser']['output']>
}

/** The path of a profile's tab, without default values. */
export function profilePath(username: string, tab: DeckListName, page = 1): string {
  const query = new URLSearchParams()
  if (tab !== 'decks') query.set('tab', tab)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return `/${encodeURIComponent(username)}${text === '' ? '' : `?${text}`}`
}

/** Loads a user and one page of their decks, on the host of the user's team. Unknown users, and other users' likes and trash, are a 404. */
export async function loadProfile(args: LoadArgs): Promise<ProfileData> {
  const { api, viewer, params, url, signal } = args
  const username = params.username ?? ''
  const wanted = url.searchParams.get('tab')
  const tab: DeckListName = deckLists.find((name) => name === wanted) ?? 'decks'
  const self = viewer?.username === username.toLowerCase()
  if (tab !== 'decks' && !self) throw pageError(404)
  const page = Math.max(1, Number.parseInt(url.searchParams.get('page') ?? '1', 10) || 1)
  const [person, list] = await orPageError(
    Promise.all([
      api.call(usersContracts.read, { params: { id: username }, query: { by: 'username' }, signal }),
      api.call(decksContracts.ofUser, { params: { id: username }, query: { list: tab, page }, signal }),
    ]),
  )
  toOwnHost(args, person.team_slug)
  return { person, self, tab, list }
}
