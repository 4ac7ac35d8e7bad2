import { failureText } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import { messages } from '../../../rules/messages.ts'
import { showError, showToast } from '../../../ui/toast/toast-store.ts'
import type { MediaItem } from './media-list.ts'
import type { Place } from './places.ts'

/** Fields of an image that the user changes. */
export interface MediaChanges {
  readonly label?: string
  readonly alt?: string
  readonly inline?: boolean
  readonly hidden?: boolean
}

/** Changes an image. Resolves to an error message for the user, or null. */
export async function changeMedia(
  api: ApiClient,
  { contracts, list }: Place,
  item: MediaItem,
  changes: MediaChanges,
): Promise<string | null> {
  try {
    list.replace(await api.call(contracts.change, { params: { id: item.id }, body: { media: changes } }))
    return null
  } catch (error) {
    return failureText(error)
  }
}

/** Calls for each image, one after the other. Returns those that succeeded; shows the message if one fails. */
async function forEach(
  items: readonly MediaItem[],
  failure: string,
  call: (item: MediaItem) => Promise<unknown>,
): Promise<readonly MediaItem[]> {
  const done: MediaItem[] = []
  try {
    for (const item of items) {
      await call(item)
      done.push(item)
    }
  } catch {
    showError(failure)
  }
  return done
}

const idsOf = (items: readonly MediaItem[]): ReadonlySet<number> => new Set(items.map(({ id }) => id))

/** Hides images from the library. Decks that use them keep them. */
export async function hideMedia(api: ApiClient, place: Place, items: readonly MediaItem[]): Promise<void> {
  const { contracts, list } = place
  const setHidden = (hidden: boolean) => (item: MediaItem) =>
    api.call(contracts.change, { params: { id: item.id }, body: { media: { hidden } } })
  const done = await forEach(items, messages.media.notRemoved, setHidden(true))
  if (done.length === 0) return
  list.remove(idsOf(done), false)
  const show = async () => {
    await forEach(done, messages.generic[0], setHidden(false))
    await list.load()
  }
  const text = done.length === 1 ? 'Hidden from the library' : `${done.length} images hidden from the library`
  showToast(text, 'positive', { action: { label: 'Undo', run: () => void show() } })
}

/** Deletes images permanently. */
export async function deleteMedia(api: ApiClient, place: Place, items: readonly MediaItem[]): Promise<void> {
  const { contracts, list } = place
  const done = await forEach(items, messages.media.notDeleted, (item) =>
    api.call(contracts.remove, { params: { id: item.id } }),
  )
  list.remove(idsOf(done), true)
}
