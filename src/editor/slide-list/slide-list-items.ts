import { numberAt } from '../../document/slide-number.ts'
import type { SlideId, Stack } from '../../document/types.ts'

/** A line of the list. */
export interface ListItem {
  readonly slideId: SlideId
  /** Indices from 0. */
  readonly h: number
  readonly v: number
  /** As people count: '3', or '3.2' in a stack. */
  readonly number: string
  /** How many slides stand below it in its stack; 0 for all but the first of a stack. */
  readonly below: number
  /** Whether those are folded away. */
  readonly folded: boolean
}

/** The lines of the list. `folded`: the first slides of the stacks that are folded. */
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

/** Slides with all that is folded away below them: who takes the head of a folded stack means the stack. */
export function withFolded(
  stacks: readonly Stack[],
  folded: ReadonlySet<SlideId>,
  ids: readonly SlideId[],
): readonly SlideId[] {
  const heads = new Map(stacks.filter(({ slides }) => folded.has(slides[0]!)).map(({ slides }) => [slides[0]!, slides]))
  return [...new Set(ids.flatMap((id) => heads.get(id) ?? [id]))]
}
