import { blocks } from '../../blocks/index.ts'
import { loadSlides } from '../../document/load-slides.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { type Structure, slideIds } from '../../document/structure.ts'
import type { Deck, SlideId, Slides } from '../../document/types.ts'
import { withoutSlides } from '../commands/stacks.ts'
import type { DeletedSlide, JournalHead, JournalSlide, JournalStore } from './journal-store.ts'

/** Unsaved work that a closed or killed tab left behind. */
export interface LeftWork {
  readonly head: JournalHead
  readonly slides: Readonly<Record<SlideId, JournalSlide>>
  /** The slides that the work deleted, as they were in the version it began from. */
  readonly deleted: Readonly<Record<SlideId, DeletedSlide>>
}

/** The name of the lock that a living tab holds on its journal entry. */
export function journalLock(key: string): string {
  return `lectern-journal-${key}`
}

/** Browsers have locks on pages with TLS only (and on localhost). */
function browserLocks(): LockManager | undefined {
  return navigator.locks as LockManager | undefined
}

/**
 * Holds the lock of a journal entry until `signal` aborts or the tab is gone: other tabs then know it is in use. Where the
 * browser has no locks or refuses them, another tab may offer the work of a living one: twice is better than never.
 */
export function holdJournalLock(key: string, signal: AbortSignal, locks = browserLocks()): void {
  const held = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  locks?.request(journalLock(key), () => held).catch(() => undefined)
}

/**
 * The unsaved work on this deck (`deckId` null: on decks that were never saved) that this person left in this
 * browser and that no living tab holds; newest first. Somebody else's is never among it.
 */
export async function findLeftWork(
  store: JournalStore,
  deckId: number | null,
  userId: number,
  locks: Pick<LockManager, 'query'> | undefined = browserLocks(),
): Promise<LeftWork[]> {
  const held = (await locks?.query().catch(() => null))?.held ?? []
  const living = new Set(held.map((lock) => lock.name))
  const heads = (await store.heads())
    .filter((head) => head.deckId === deckId && head.userId === userId && !living.has(journalLock(head.key)))
    .sort((a, b) => b.changedAt - a.changedAt)
  return Promise.all(
    heads.map(async (head) => {
      const { changed, deleted } = await store.slides(head.key)
      return { head, slides: changed, deleted: { ...head.deleted, ...deleted } }
    }),
  )
}

/**
 * The deck as it was in the tab that was lost: its changes put on the version they began from. `base` is that version
 * of the deck, or null when the work was on a deck never saved. Slides of the journal that stand in no order (the
 * structure didn't change) replace those of the same id.
 */
export function restoreWork(work: LeftWork, base: Deck | null, settings: Deck['settings']): Deck {
  const html: Record<SlideId, string> = {}
  const notes: Record<SlideId, string> = {}
  for (const [id, slide] of Object.entries(base?.slides ?? {})) {
    html[id] = renderSlide(slide, blocks)
    notes[id] = slide.notes
  }
  for (const [id, slide] of Object.entries(work.slides)) {
    if (slide.html !== null) html[id] = slide.html
    if (slide.notes !== null) notes[id] = slide.notes
  }
  const structure = (work.head.structure as Structure | null) ?? (base as Slides)
  // The base may be newer than what the work began from, and lack slides that its order names.
  const gone = new Set(slideIds(structure).filter((id) => !Object.hasOwn(html, id)))
  const known = gone.size === 0 ? structure : withoutSlides(structure, gone)
  const slides = keepIdentity(loadSlides(known, html, notes, blocks), base, work)
  return { ...slides, settings: { ...(base?.settings ?? settings), ...work.head.settings } }
}

/** Slides that the journal doesn't name are the base's own objects, so that only the restored ones count as changed. */
function keepIdentity(slides: Slides, base: Deck | null, work: LeftWork): Slides {
  const kept = Object.fromEntries(
    slideIds(slides).map((id) => [id, (work.slides[id] ? undefined : base?.slides[id]) ?? slides.slides[id]!]),
  )
  return { ...slides, slides: kept }
}
