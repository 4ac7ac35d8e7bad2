import type { Db } from '../../server/db/open-database.ts'
import type { OutlineSlide } from './page-data.ts'
import { type KnownTitles, outlineOf } from './queries.ts'

/** Slides whose words are kept at most, of all decks together: a few MB. */
const MOST_SLIDES = 5000

/** The words of a deck as of its version. Whether somebody may read them is to be asked before, each time. */
export type Outlines = (deck: { readonly id: number; readonly version: number }) => Promise<readonly OutlineSlide[]>

/**
 * Outlines of the decks that were looked at last. A version of a deck never changes, so what was read of it once is
 * true for as long as that version is asked for; the next save asks for another.
 */
export function keptOutlines(db: Db): Outlines {
  const kept = new Map<string, readonly OutlineSlide[]>()
  const titles: KnownTitles = new Map()
  let slides = 0
  const forget = (key: string): void => {
    slides -= kept.get(key)?.length ?? 0
    kept.delete(key)
  }
  return async (deck) => {
    const key = `${deck.id} ${deck.version}`
    const known = kept.get(key)
    if (known) {
      // The last one in the map is the one that was asked for last.
      kept.delete(key)
      kept.set(key, known)
      return known
    }
    const outline = await outlineOf(db, deck, titles)
    // Nothing: the version was cleared away by a save in between, or nothing is there; it costs little to look again.
    if (outline.length === 0 || outline.length > MOST_SLIDES) return outline
    forget(key)
    kept.set(key, outline)
    slides += outline.length
    for (const oldest of kept.keys()) {
      if (slides <= MOST_SLIDES) break
      forget(oldest)
    }
    return outline
  }
}
