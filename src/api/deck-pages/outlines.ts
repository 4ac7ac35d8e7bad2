import type { Db } from '../../server/db/open-database.ts'
import type { OutlineSlide } from './page-data.ts'
import { outlineOf, type TitleCache } from './queries.ts'

/** Maximum number of cached slides over all decks: a few MB. */
const maxSlides = 5000

/** Gets a deck's outline at a version. The caller checks access. */
export type Outlines = (deck: { readonly id: number; readonly version: number }) => Promise<readonly OutlineSlide[]>

/**
 * Caches outlines and evicts the least recently used first. A version never changes, so entries need no invalidation: a
 * save makes a new version and a new key.
 */
export function cachedOutlines(db: Db): Outlines {
  const cache = new Map<string, readonly OutlineSlide[]>()
  const titles: TitleCache = new Map()
  let slides = 0
  const evict = (key: string): void => {
    slides -= cache.get(key)?.length ?? 0
    cache.delete(key)
  }
  return async (deck) => {
    const key = `${deck.id} ${deck.version}`
    const cached = cache.get(key)
    if (cached) {
      // Reinserted, since the map's order is the order of use.
      cache.delete(key)
      cache.set(key, cached)
      return cached
    }
    const outline = await outlineOf(db, deck, titles)
    // Does not cache empty outlines: a save may have deleted the version during the read, and reading again is cheap.
    if (outline.length === 0 || outline.length > maxSlides) return outline
    evict(key)
    cache.set(key, outline)
    slides += outline.length
    for (const oldest of cache.keys()) {
      if (slides <= maxSlides) break
      evict(oldest)
    }
    return outline
  }
}
