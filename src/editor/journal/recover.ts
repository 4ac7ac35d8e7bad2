import { blocks } from '../../blocks/index.ts'
import type { Deck, Slide, SlideId, Slides } from '../../document/deck-model.ts'
import { loadSlides } from '../../document/load-slides.ts'
import { parseSlide } from '../../document/parse-slide.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { type Structure, singleStack, slideIds } from '../../document/structure.ts'
import { withoutSlides } from '../commands/stacks.ts'
import type { BaseSlide, JournalHead, JournalSlide, JournalStore } from './journal-store.ts'

/** The draft of a closed or killed tab. */
export interface UnsavedDraft {
  readonly head: JournalHead
  readonly slides: Readonly<Record<SlideId, JournalSlide>>
  /** The changed and deleted slides as they were in the base version; see JournalSlides. */
  readonly base: Readonly<Record<SlideId, BaseSlide>>
  /** The order of the slides in the base version; null for a new deck and in entries of earlier releases. */
  readonly baseStructure: Structure | null
}

/** The name of the lock that an open tab holds on its journal entry. */
export function journalLock(key: string): string {
  return `lectern-journal-${key}`
}

/** Browsers provide locks on pages with TLS (and on localhost) only. */
function browserLocks(): LockManager | undefined {
  return navigator.locks as LockManager | undefined
}

/**
 * Holds the lock of a journal entry until `signal` aborts or the tab is closed, so that other tabs know it is in use.
 * Without locks another tab may offer the draft of an open one: a duplicate is better than a loss.
 */
export function holdJournalLock(key: string, signal: AbortSignal, locks = browserLocks()): void {
  const held = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  locks?.request(journalLock(key), () => held).catch(() => undefined)
}

/** How long a page that is being replaced may hold its lock, in ms. */
const longestRelease = 2000

/**
 * Resolves when the lock of a journal entry is free: the page that a reload replaces may hold it for a moment. Waits at
 * most `longest` ms, since a duplicated tab shares the key with a tab that stays open. Without a draft under this key
 * there is nothing to wait for.
 */
export async function whenReleased(
  store: JournalStore,
  key: string,
  locks: Pick<LockManager, 'request'> | undefined = browserLocks(),
  longest = longestRelease,
): Promise<void> {
  if (!(await store.heads()).some((head) => head.key === key)) return
  const signal = AbortSignal.timeout(longest)
  await locks?.request(journalLock(key), { signal }, () => undefined).catch(() => undefined)
}

/**
 * The user's drafts of this deck in this browser that no open tab holds, newest first. `deckId` null: of decks that
 * were never saved. Never those of another user.
 */
export async function findUnsavedDrafts(
  store: JournalStore,
  deckId: number | null,
  userId: number,
  locks: Pick<LockManager, 'query'> | undefined = browserLocks(),
): Promise<UnsavedDraft[]> {
  const held = (await locks?.query().catch(() => null))?.held ?? []
  const openTabs = new Set(held.map((lock) => lock.name))
  const heads = (await store.heads())
    .filter((head) => head.deckId === deckId && head.userId === userId && !openTabs.has(journalLock(head.key)))
    .sort((a, b) => b.changedAt - a.changedAt)
  return Promise.all(
    heads.map(async (head) => {
      const { changed, base, baseStructure } = await store.slides(head.key)
      return { head, slides: changed, base: { ...head.deleted, ...base }, baseStructure }
    }),
  )
}

/**
 * Reconstructs the base version of a draft as far as the draft changed it; all else is as in `current`, a later
 * version. Slides that the draft did not change and that were deleted since are missing. Null for entries of earlier
 * releases, which do not contain the base.
 */
export function baseOfDraft({ head, base, baseStructure }: UnsavedDraft, current: Deck): Deck | null {
  if (!baseStructure || !head.baseSettings) return null
  const ids = slideIds(baseStructure)
  const missing = new Set(ids.filter((id) => !Object.hasOwn(base, id) && !Object.hasOwn(current.slides, id)))
  const slides = ids
    .filter((id) => !missing.has(id))
    .map((id) => [id, Object.hasOwn(base, id) ? slideOfBase(id, base[id]!) : current.slides[id]!] as const)
  const settings = { ...current.settings, ...head.baseSettings }
  return { ...withoutSlides(baseStructure, missing), slides: Object.fromEntries(slides), settings }
}

function slideOfBase(id: SlideId, { html, notes }: BaseSlide): Slide {
  return { ...parseSlide(html, blocks), id, notes }
}

/**
 * Applies a draft to `base`, its base version or a later one; null if the deck was never saved. If the draft does not
 * change the order, its slides replace those with the same id. Those missing from `base` come last.
 */
export function restoreDraft(draft: UnsavedDraft, base: Deck | null, settings: Deck['settings']): Deck {
  const html: Record<SlideId, string> = {}
  const notes: Record<SlideId, string> = {}
  for (const [id, slide] of Object.entries(base?.slides ?? {})) {
    html[id] = renderSlide(slide, blocks)
    notes[id] = slide.notes
  }
  for (const [id, slide] of Object.entries(draft.slides)) {
    if (slide.html !== null) html[id] = slide.html
    if (slide.notes !== null) notes[id] = slide.notes
  }
  const structure = (draft.head.structure as Structure | null) ?? withChangedSlides(base!, Object.keys(html))
  // `base` may be a later version and lack slides of the draft's order.
  const missing = new Set(slideIds(structure).filter((id) => !Object.hasOwn(html, id)))
  const restored = missing.size === 0 ? structure : withoutSlides(structure, missing)
  const slides = keepIdentity(loadSlides(restored, html, notes, blocks), base, draft)
  return { ...slides, settings: { ...(base?.settings ?? settings), ...draft.head.settings } }
}

/** The order of the base, followed by the slides it lacks: changed in the draft, and deleted in a later version. */
function withChangedSlides(base: Structure, ids: readonly SlideId[]): Structure {
  const present = new Set(slideIds(base))
  const lacking = ids.filter((id) => !present.has(id))
  return { stacks: [...base.stacks, ...lacking.map(singleStack)], after: base.after }
}

/** Unchanged slides are the base's own objects, so that only the restored ones count as changed. */
function keepIdentity(slides: Slides, base: Deck | null, draft: UnsavedDraft): Slides {
  const own = Object.fromEntries(
    slideIds(slides).map((id) => [id, (draft.slides[id] ? undefined : base?.slides[id]) ?? slides.slides[id]!]),
  )
  return { ...slides, slides: own }
}
