import type { SlideId, Stack } from '../../document/deck-model.ts'
import { numberAt } from '../../document/slide-number.ts'

/** One item of the list. */
export interface ListItem {
  readonly slideId: SlideId
  /** Indices from 0. */
  readonly h: number
  readonly v: number
  /** From 1: '3', or '3.2' in a stack. */
  readonly number: string
  /** The number of slides below it in its stack; 0 for all but a stack's first slide. */
  readonly below: number
  /** Whether those are collapsed. */
  readonly folded: boolean
}

/** The items of the list. `folded`: the first slides of collapsed stacks. */
export function listItems(stacks: readonly Stack[], folded: ReadonlySet<SlideId>): readonly ListItem[] {
  return stacks.flatMap((stack, h) => {
    const isFolded = stack.slides.length > 1 && folded.has(stack.slides[0]!)
    const shown = isFolded ? stack.slides.slice(0, 1) : stack.slides
    return shown.map((slideId, v) => ({
      slideId,
      h,
      v,
      number: numberAt(stack, { h, v }),
      below: v === 0 ? stack.slides.length - 1 : 0,
      folded: isFolded,
    }))
  })
}

/** The slides and those collapsed below them: the first slide of a collapsed stack stands for the stack. */
export function withFolded(
  stacks: readonly Stack[],
  folded: ReadonlySet<SlideId>,
  ids: readonly SlideId[],
): readonly SlideId[] {
  const heads = new Map(stacks.filter(({ slides }) => folded.has(slides[0]!)).map(({ slides }) => [slides[0]!, slides]))
  return [...new Set(ids.flatMap((id) => heads.get(id) ?? [id]))]
}
