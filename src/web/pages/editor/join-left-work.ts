import { blocks } from '../../../blocks/index.ts'
import { renderSlide } from '../../../document/render-slide.ts'
import type { Deck, SlideId } from '../../../document/types.ts'
import { contentBetween, isEmptyContent } from '../../../editor/autosave/save-content.ts'
import { baseOfWork, type LeftWork, restoreWork } from '../../../editor/journal/recover.ts'
import { newDeckSettings } from '../../../rules/deck-fields.ts'
import { joinVersions } from './join-versions.ts'

/** What was saved since the version that left work began from. */
export interface SavedSince {
  /** The deck's version that this was found out of; of a later one it says nothing. */
  readonly version: number
  /** Whether the same user saved all of it. */
  readonly own: boolean
  /** The slides that it changed or added. */
  readonly changed: ReadonlySet<SlideId>
}

/** The version that left work began from, and what the work made of it: what a window held that was lost. */
export interface LostWindow {
  readonly version: number
  readonly base: Deck
  readonly mine: Deck
}

/** Left work joined with the deck as it is on the server. */
export interface JoinedWork {
  readonly deck: Deck
  /** Whether the same slide or setting was changed in both, as far as it is known: a question for the user. */
  readonly clashes: boolean
  /** Null where the server's deck is the version the work began from, or the journal does not have that version. */
  readonly lost: LostWindow | null
}

/** The slides of the deck that are as they were when the work began. */
function untouchedSlides(work: LeftWork, current: Deck, since: SavedSince | null): Deck['slides'] {
  if (!since) return stillAsDeleted(work, current)
  return Object.fromEntries(Object.entries(current.slides).filter(([id]) => !since.changed.has(id)))
}

/** Where the server doesn't say: the slides that the work had deleted and nobody has changed since. They may go again. */
function stillAsDeleted(work: LeftWork, current: Deck): Deck['slides'] {
  const same = Object.entries(work.base).flatMap(([id, { html, notes }]) => {
    const slide = Object.hasOwn(current.slides, id) ? current.slides[id] : undefined
    return slide && slide.notes === notes && renderSlide(slide, blocks) === html ? [[id, slide] as const] : []
  })
  return Object.fromEntries(same)
}

/**
 * Joins left work with the deck as it is on the server (`version`). Like a save that was refused: what only one side
 * changed is taken from it, a slide that both changed stands twice, theirs first, and of a setting that both changed the
 * work's value counts. Nothing is taken away that was saved since.
 */
export function joinLeftWork(
  work: LeftWork,
  current: Deck,
  version: number,
  since: SavedSince | null = null,
): JoinedWork {
  const { deckId, baseVersion } = work.head
  if (deckId === null || baseVersion === version) {
    return { deck: restoreWork(work, deckId === null ? null : current, newDeckSettings), clashes: false, lost: null }
  }
  const base = baseOfWork(work, current)
  if (!base) return joinWithoutBase(work, current, since?.version === version ? since : null)
  const mine = restoreWork(work, base, newDeckSettings)
  const { command, clashes } = joinVersions(base, current, mine)
  return { deck: command(mine), clashes, lost: { version: baseVersion, base, mine } }
}

/**
 * The same for work of an earlier program, which kept no base. Of the base only what is untouched is known then. A slide
 * that is missing in it and different counts as a clash, and is never deleted: one that the work lacks may just as well have
 * been added since. A setting that is different counts as a clash, too.
 */
function joinWithoutBase(work: LeftWork, current: Deck, since: SavedSince | null): JoinedWork {
  const mine = restoreWork(work, current, newDeckSettings)
  const base = { ...current, slides: untouchedSlides(work, current, since) }
  const { command, copies } = joinVersions(base, current, mine)
  const isOtherSetting = Object.keys(contentBetween(current, mine, false).settings).length > 0
  return { deck: command(mine), clashes: copies > 0 || isOtherSetting, lost: null }
}

/**
 * Whether the deck holds the left work already. A tab that goes in the moment between the server's answer and the end
 * of its journal entry leaves work that was saved: nobody needs to be asked about it.
 */
export function holdsLeftWork(work: LeftWork, current: Deck, joined: JoinedWork): boolean {
  return work.head.deckId !== null && isEmptyContent(contentBetween(current, joined.deck, false))
}
