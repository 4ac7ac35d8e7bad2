import { redirect } from 'react-router'
import { isApiError } from '../../../api/api-error.ts'
import type { Received } from '../../../api/contract.ts'
import { decksContracts } from '../../../api/decks/contract.ts'
import { exportsContracts } from '../../../api/exports/contract.ts'
import { toOwnHost } from '../../data/own-host.ts'
import { orPageError, pageError } from '../../data/page-error.ts'
import { signInPath } from '../../data/return-path.ts'
import type { LoadArgs } from '../../page.ts'

/** The data of the page of a deck's exports. */
export interface ExportsData {
  readonly deck: Received<(typeof decksContracts)['at']['output']>
  readonly exports: Received<(typeof exportsContracts)['list']['output']>
}

/** Loads a deck's exports. Visitors are redirected to sign in; users who may not export it get a 404. */
export async function loadExports(args: LoadArgs): Promise<ExportsData> {
  const { api, viewer, params, url, signal } = args
  if (!viewer) throw redirect(signInPath(url))
  const address = { id: params.username ?? '', slug: params.slug ?? '' }
  const deck = await orPageError(api.call(decksContracts.at, { params: address, signal }))
  const listing = api.call(exportsContracts.list, { params: { id: String(deck.id) }, signal })
  const exports = await orPageError(
    listing.catch((error: unknown) => {
      throw isApiError(error) && error.status === 403 ? pageError(404) : error
    }),
  )
  toOwnHost(args, deck.user.team_slug)
  return { deck, exports }
}
