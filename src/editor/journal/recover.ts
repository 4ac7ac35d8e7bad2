import { blocks } from '../../blocks/index.ts'
import { loadSlides } from '../../document/load-slides.ts'
import { parseSlide } from '../../document/parse-slide.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { type Structure, singleStack, slideIds } from '../../document/structure.ts'
import type { Deck, Slide, SlideId, Slides } from '../../document/types.ts'
import { withoutSlides } from '../commands/stacks.ts'
import type { BaseSlide, JournalHead, JournalSlide, JournalStore } from './journal-store.ts'

/** Unsaved work that a closed or killed tab left behind. */
export interface LeftWork {
  readonly head: JournalHead
  readonly slides: Readonly<Record<SlideId, JournalSlide>>
  /** The slides that the work changed or deleted, as they were in the version it began from; see JournalSlides. */
  readonly base: Readonly<Record<SlideId, BaseSlide>>
  /** The order of the slides in that version; null for a new deck and for work that an earlier program kept. */
  readonly baseStructure: Structure | null
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
      const { changed, base, baseStructure } = await store.slides(head.key)
      return { head, slides: changed, base: { ...head.deleted, ...base }, baseStructure }
    }),
  )
}

/**
 * The version that the work began from, as far as it matters to what the work changed: everything else is as in
 * `current`, a later version. What the work left alone and what was deleted since is missing. Null when an earlier program
 * kept the work, without that version.
 */
export function baseOfWork({ head, base, baseStructure }: LeftWork, current: Deck): Deck | null {
  if (!baseStructure || !head.baseSettings) return null
  const ids = slideIds(baseStructure)
  const gone = new Set(ids.filter((id) => !Object.hasOwn(base, id) && !Object.hasOwn(current.slides, id)))
  const slides = ids
    .filter((id) => !gone.has(id))
    .map((id) => [id, Object.hasOwn(base, id) ? slideOfBase(id, base[id]!) : current.slides[id]!] as const)
  const settings = { ...current.settings, ...head.baseSettings }
  return { ...withoutSlides(baseStructure, gone), slides: Object.fromEntries(slides), settings }
}

function slideOfBase(id: SlideId, { html, notes }: BaseSlide): Slide {
  return { ...parseSlide(html, blocks), id, notes }
}

/**
 * The deck as it was in the tab that was lost: its changes put on the version they began from. `base` is that version
 * of the deck, or null when the work was on a deck never saved. Slides of the journal that stand in no order (the
 * structure didn't change) replace those of the same id; where the base lacks them they come last.
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
  const structure = (work.head.structure as Structure | null) ?? withChangedSlides(base!, Object.keys(html))
  // The base may be newer than what the work began from, and lack slides that its order names.
  const gone = new Set(slideIds(structure).filter((id) => !Object.hasOwn(html, id)))
  const known = gone.size === 0 ? structure : withoutSlides(structure, gone)
  const slides = keepIdentity(loadSlides(known, html, notes, blocks), base, work)
  return { ...slides, settings: { ...(base?.settings ?? settings), ...work.head.settings } }
}

/** The base's order, with the slides at its end that it lacks: changed here, and deleted in a later version since. */
function withChangedSlides(base: Structure, ids: readonly SlideId[]): Structure {
  const known = new Set(slideIds(base))
  const lacking = ids.filter((id) => !known.has(id))
  return { stacks: [...base.stacks, ...lacking.map(singleStack)], after: base.after }
}

/** Slides that the journal doesn't name are the base's own objects, so that only the restored ones count as changed. */
function keepIdentity(slides: Slides, base: Deck | null, work: LeftWork): Slides {
  const kept = Object.fromEntries(
    slideIds(slides).map((id) => [id, (work.slides[id] ? undefined : base?.slides[id]) ?? slides.slides[id]!]),
  )
  return { ...slides, slides: kept }
}
