import type { BlockList } from './block-list.ts'
import type { Slide, SlideId, Slides, Stack } from './deck-model.ts'
import { renderSlide } from './render-slide.ts'
import { type Structure, structureOf } from './structure.ts'

/** The payload of a save: only what changed. */
export interface Changes {
  /** Set if slides were added, removed or moved, or if markup between them changed. */
  readonly structure?: Structure
  /** HTML of new and changed slides. */
  readonly changed: Readonly<Record<SlideId, string>>
  /** Changed notes; '' removes them. */
  readonly notes: Readonly<Record<SlideId, string>>
}

/**
 * The changes from `before` to `after`. The cost depends on the number of changed slides: unchanged slides are the same
 * objects and are skipped.
 */
export function changesBetween(before: Slides, after: Slides, blocks: BlockList): Changes {
  const changed: Record<SlideId, string> = {}
  const notes: Record<SlideId, string> = {}
  for (const [id, slide] of Object.entries(after.slides)) {
    const old: Slide | undefined = Object.hasOwn(before.slides, id) ? before.slides[id] : undefined
    if (old === slide) continue
    const html = renderSlide(slide, blocks)
    if (!old || renderSlide(old, blocks) !== html) changed[id] = html
    if ((old?.notes ?? '') !== slide.notes) notes[id] = slide.notes
  }
  const structure = sameStructure(before, after) ? {} : { structure: structureOf(after) }
  return { ...structure, changed, notes }
}

export function isEmptyChange(changes: Changes): boolean {
  return !changes.structure && Object.keys(changes.changed).length === 0 && Object.keys(changes.notes).length === 0
}

/** Whether two decks have the same slides in the same order and the same markup between them. */
export function sameStructure(a: Structure, b: Structure): boolean {
  if (a.stacks === b.stacks && a.after === b.after) return true
  return (
    a.after === b.after && a.stacks.length === b.stacks.length && a.stacks.every((s, i) => sameStack(s, b.stacks[i]!))
  )
}

function sameStack(a: Stack, b: Stack): boolean {
  return (
    a === b ||
    (a.before === b.before && sameList(a.slides, b.slides) && sameList(a.gaps, b.gaps) && sameAttributes(a, b))
  )
}

function sameAttributes(a: Stack, b: Stack): boolean {
  if (a.attributes === null || b.attributes === null) return a.attributes === b.attributes
  return sameList(Object.entries(a.attributes).flat(), Object.entries(b.attributes).flat())
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}
