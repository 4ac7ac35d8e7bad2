import type { ApiClient } from '../../../api/client.ts'
import { mediaContracts } from '../../../api/media/contract.ts'
import type { MediaContracts } from './media-list.ts'
import { MediaList } from './media-list.ts'

/** The owner of a library: the user or the user's team. */
export type PlaceName = 'own' | 'team'

/** A library with its routes. */
export interface Place {
  readonly name: PlaceName
  readonly contracts: MediaContracts
  readonly list: MediaList
}

const opened = new Map<PlaceName, Place>()

/** The library of the user or team. It stays loaded while the page is open, so that it is shown at once the next time. */
export function placeOf(api: ApiClient, name: PlaceName): Place {
  const known = opened.get(name)
  if (known) return known
  const contracts = mediaContracts
  const place = { name, contracts, list: new MediaList(api, contracts) }
  opened.set(name, place)
  return place
}
