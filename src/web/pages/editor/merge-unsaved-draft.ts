import { blocks } from '../../../blocks/index.ts'
import type { Deck, SlideId } from '../../../document/deck-model.ts'
import { renderSlide } from '../../../document/render-slide.ts'
import { contentBetween, isEmptyContent } from '../../../editor/autosave/save-content.ts'
import { baseOfDraft, restoreDraft, type UnsavedDraft } from '../../../editor/journal/recover.ts'
import { newDeckSettings } from '../../../rules/deck-columns.ts'
import { mergeVersions } from './merge-versions.ts'

/** What was saved since the version a draft is based on. */
export interface SavedSince {
  /** The deck's version when this was read. */
  readonly version: number
  /** Whether the draft's user made all of these saves. */
  readonly own: boolean
  /** The slides changed or added since. */
  readonly changed: ReadonlySet<SlideId>
}

/** The base version of a draft, and the deck as it was in the lost window. */
export interface LostWindow {
  readonly version: number
  readonly base: Deck
  readonly mine: Deck
}

/** A draft merged with the server's deck. */
export interface MergedDraft {
  readonly deck: Deck
  /** Whether both changed the same slide or setting, as far as known. The user then decides. */
  readonly hasConflicts: boolean
  /** Null if the server's version is the draft's base, or the journal does not contain the base. */
  readonly lost: LostWindow | null
}

/** The slides unchanged since the draft's base. */
function untouchedSlides(draft: UnsavedDraft, current: Deck, since: SavedSince | null): Deck['slides'] {
  if (!since) return unchangedDeletedSlides(draft, current)
  return Object.fromEntries(Object.entries(current.slides).filter(([id]) => !since.changed.has(id)))
}

/**
 * Without information from the server: slides that the draft deleted and that are unchanged since. They may be deleted
 * again.
 */
function unchangedDeletedSlides(draft: UnsavedDraft, current: Deck): Deck['slides'] {
  const same = Object.entries(draft.base).flatMap(([id, { html, notes }]) => {
    const slide = Object.hasOwn(current.slides, id) ? current.slides[id] : undefined
    return slide && slide.notes === notes && renderSlide(slide, blocks) === html ? [[id, slide] as const] : []
  })
  return Object.fromEntries(same)
}

/**
 * Merges a draft with the server's deck (`version`), like a refused save. A change by one side is taken. A slide
 * changed by both is kept twice, theirs first. For a setting changed by both, the draft's value wins. Nothing saved
 * since is removed.
 */
export function mergeUnsavedDraft(
  draft: UnsavedDraft,
  current: Deck,
  version: number,
  since: SavedSince | null = null,
): MergedDraft {
  const { deckId, baseVersion } = draft.head
  if (deckId === null || baseVersion === version) {
    return {
      deck: restoreDraft(draft, deckId === null ? null : current, newDeckSettings),
      hasConflicts: false,
      lost: null,
    }
  }
  const base = baseOfDraft(draft, current)
  if (!base) return mergeWithoutBase(draft, current, since?.version === version ? since : null)
  const mine = restoreDraft(draft, base, newDeckSettings)
  const { command, hasConflicts } = mergeVersions(base, current, mine)
  return { deck: command(mine), hasConflicts, lost: { version: baseVersion, base, mine } }
}

/**
 * Merges a draft of an earlier release, whose journal has no base. Only the unchanged slides of the base are known
 * then. Any other slide that differs is a conflict. It is never deleted, since it may have been added later. A setting
 * that differs is a conflict too.
 */
function mergeWithoutBase(draft: UnsavedDraft, current: Deck, since: SavedSince | null): MergedDraft {
  const mine = restoreDraft(draft, current, newDeckSettings)
  const base = { ...current, slides: untouchedSlides(draft, current, since) }
  const { command, conflictingSlides } = mergeVersions(base, current, mine)
  const isOtherSetting = Object.keys(contentBetween(current, mine, false).settings).length > 0
  return { deck: command(mine), hasConflicts: conflictingSlides.length > 0 || isOtherSetting, lost: null }
}

/**
 * Whether the deck already contains the draft. A tab killed between the server's answer and the deletion of its journal
 * entry leaves a draft that was saved: no question is needed.
 */
export function includesDraft(draft: UnsavedDraft, current: Deck, merged: MergedDraft): boolean {
  return draft.head.deckId !== null && isEmptyContent(contentBetween(current, merged.deck, false))
}
