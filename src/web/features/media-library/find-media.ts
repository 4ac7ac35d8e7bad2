import type { MediaItem } from './media-list.ts'

/** Lower case, without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

const plainLabels = new WeakMap<MediaItem, string>()

function plainLabel(item: MediaItem): string {
  const known = plainLabels.get(item)
  if (known !== undefined) return known
  const made = plain(item.label)
  plainLabels.set(item, made)
  return made
}

/**
 * The images whose label contains all words of the term, among those with these ids (null: all). `kept`: an image that
 * is found in any case, since it is being renamed.
 */
export function findMedia(
  items: readonly MediaItem[],
  term: string,
  ids: ReadonlySet<number> | null,
  kept: number | null = null,
): readonly MediaItem[] {
  const words = plain(term).split(/\s+/).filter(Boolean)
  if (words.length === 0 && ids === null) return items
  const isFound = (item: MediaItem) => words.every((word) => plainLabel(item).includes(word))
  return items.filter((item) => (ids === null || ids.has(item.id)) && (item.id === kept || isFound(item)))
}
