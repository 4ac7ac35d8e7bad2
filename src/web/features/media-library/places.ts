import type { ApiClient } from '../../../api/client.ts'
import { mediaContracts, teamMediaContracts } from '../../../api/media/contract.ts'
import { mediaTagsContracts, teamMediaTagsContracts } from '../../../api/media-tags/contract.ts'
import { type MediaContracts, MediaList } from './media-list.ts'
import { TagListStore } from './tag-list-store.ts'

/** The owner of a library: the user or the user's team. */
export type PlaceName = 'own' | 'team'

/** A library with its routes. */
export interface Place {
  readonly name: PlaceName
  readonly contracts: MediaContracts
  readonly list: MediaList
  readonly tags: TagListStore
}

const routes = {
  own: { media: mediaContracts, tags: mediaTagsContracts },
  team: { media: teamMediaContracts, tags: teamMediaTagsContracts },
} as const

const opened = new WeakMap<ApiClient, Map<PlaceName, Place>>()

/** The library of the user or team. It stays loaded while the page is open, so that it is shown at once the next time. */
export function placeOf(api: ApiClient, name: PlaceName): Place {
  const places = opened.get(api) ?? new Map<PlaceName, Place>()
  opened.set(api, places)
  const known = places.get(name)
  if (known) return known
  const { media: contracts, tags } = routes[name]
  const place = { name, contracts, list: new MediaList(api, contracts), tags: new TagListStore(api, tags) }
  places.set(name, place)
  return place
}
