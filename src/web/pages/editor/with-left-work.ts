import { blocks } from '../../../blocks/index.ts'
import { mergeSlides } from '../../../document/merge-slides.ts'
import { newDeckSettings } from '../../../document/new-deck.ts'
import { renderSlide } from '../../../document/render-slide.ts'
import type { Deck } from '../../../document/types.ts'
import { contentBetween, isEmptyContent } from '../../../editor/autosave/save-content.ts'
import { type LeftWork, restoreWork } from '../../../editor/journal/recover.ts'

/** The slides that the work had deleted and nobody has changed since: they may go again. */
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
 * nobody has changed it since.
 */
export function withLeftWork(work: LeftWork, current: Deck, version: number): Deck {
  const mine = restoreWork(work, work.head.deckId === null ? null : current, newDeckSettings)
  if (work.head.deckId === null || work.head.baseVersion === version) return mine
  // What both began from isn't here any more. With none but the deleted slides in it every difference counts as a clash,
  // and no other slide as deleted: one that the work lacks may just as well have been added by somebody since.
  const base = { ...current, slides: stillAsDeleted(work, current) }
  return { ...mergeSlides(base, current, mine, blocks).slides, settings: mine.settings }
}

/**
 * Whether the deck holds the left work already. A tab that goes in the moment between the server's answer and the end
 * of its journal entry leaves work that was saved: nobody needs to be asked about it.
 */
export function holdsLeftWork(work: LeftWork, current: Deck, version: number): boolean {
  if (work.head.deckId === null) return false
  return isEmptyContent(contentBetween(current, withLeftWork(work, current, version), false))
}
