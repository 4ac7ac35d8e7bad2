import { blocks } from '../../../blocks/index.ts'
import { mergeSlides } from '../../../document/merge-slides.ts'
import { newDeckSettings } from '../../../document/new-deck.ts'
import { renderSlide } from '../../../document/render-slide.ts'
import type { Deck, SlideId } from '../../../document/types.ts'
import { contentBetween, isEmptyContent } from '../../../editor/autosave/save-content.ts'
import { type LeftWork, restoreWork } from '../../../editor/journal/recover.ts'

/** What was saved since the version that left work began from. */
export interface SavedSince {
  /** The deck's version that this was found out of; of a later one it says nothing. */
  readonly version: number
  /** Whether the same user saved all of it. */
  readonly own: boolean
  /** The slides that it changed or added. */
  readonly changed: ReadonlySet<SlideId>
}

/** The slides of the deck that are as they were when the work began. */
function untouchedSlides(work: LeftWork, current: Deck, since: SavedSince | null): Deck['slides'] {
  if (!since) return stillAsDeleted(work, current)
  return Object.fromEntries(Object.entries(current.slides).filter(([id]) => !since.changed.has(id)))
}

/** Where the server doesn't say: the slides that the work had deleted and nobody has changed since. They may go again. */
function stillAsDeleted(work: LeftWork, current: Deck): Deck['slides'] {
  const same = Object.entries(work.deleted).flatMap(([id, { html, notes }]) => {
    const slide = Object.hasOwn(current.slides, id) ? current.slides[id] : undefined
    return slide && slide.notes === notes && renderSlide(slide, blocks) === html ? [[id, slide] as const] : []
  })
  return Object.fromEntries(same)
}

/**
 * The deck with the left work in it. When the deck was saved by somebody since, nothing of theirs is replaced or taken
 * away: slides that are different now stand twice, theirs first, and a slide that the work had deleted goes again only when
 * nobody has changed it since. Without `since` every slide that is different counts as changed by both.
 */
export function withLeftWork(work: LeftWork, current: Deck, version: number, since: SavedSince | null = null): Deck {
  const mine = restoreWork(work, work.head.deckId === null ? null : current, newDeckSettings)
  if (work.head.deckId === null || work.head.baseVersion === version) return mine
  // What both began from isn't here any more, only what of it is untouched. A slide that is missing in it and different
  // counts as a clash, and is never deleted: one that the work lacks may just as well have been added by somebody since.
  const known = since?.version === version ? since : null
  const base = { ...current, slides: untouchedSlides(work, current, known) }
  return { ...mergeSlides(base, current, mine, blocks).slides, settings: mine.settings }
}

/**
 * Whether the deck holds the left work already. A tab that goes in the moment between the server's answer and the end
 * of its journal entry leaves work that was saved: nobody needs to be asked about it.
 */
export function holdsLeftWork(
  work: LeftWork,
  current: Deck,
  version: number,
  since: SavedSince | null = null,
): boolean {
  if (work.head.deckId === null) return false
  return isEmptyContent(contentBetween(current, withLeftWork(work, current, version, since), false))
}
