import { sameStructure } from './changes.ts'
import type { SlideId, Stack } from './deck-model.ts'
import { movedSlides } from './moved-slides.ts'
import { type Structure, singleStack, slideIds, verticalStack } from './structure.ts'

/**
 * Merges two slide orders with a common ancestor. `remainingIds`: the slides of the result, each present on at least
 * one side. A side without changes yields to the other; if both moved a slide, theirs counts.
 */
export function mergeStructure(
  base: Structure,
  theirs: Structure,
  mine: Structure,
  remainingIds: ReadonlySet<SlideId>,
): Structure {
  const [first, second] = sameStructure(base, theirs) ? [mine, theirs] : [theirs, mine]
  const firstIds = new Set(slideIds(first))
  const movedByFirst = movedSlides(base, first)
  const moved = [...movedSlides(base, second)].filter((id) => firstIds.has(id) && !movedByFirst.has(id))
  const away = new Set([...firstIds].filter((id) => !remainingIds.has(id) || moved.includes(id)))
  const result = withoutSlides(first, away)
  const placed = new Set(slideIds({ ...first, ...result }))
  for (const id of slideIds(second)) {
    if (!remainingIds.has(id) || placed.has(id)) continue
    insertAs(second, id, result.stacks, placed)
    placed.add(id)
  }
  const after = first.after === base.after && result.after === first.after ? second.after : result.after
  return { stacks: result.stacks.map((stack) => withMergedAttributes(stack, base, first, second)), after }
}

/** Inserts a slide right after another: in its stack, or as a column of its own. */
export function insertAfter(structure: Structure, of: SlideId, id: SlideId): Structure {
  const h = structure.stacks.findIndex((stack) => stack.slides.includes(of))
  const stack = structure.stacks[h]!
  if (stack.attributes === null) return { ...structure, stacks: structure.stacks.toSpliced(h + 1, 0, singleStack(id)) }
  return { ...structure, stacks: structure.stacks.with(h, withSlideAt(stack, stack.slides.indexOf(of) + 1, id)) }
}

/**
 * Inserts a slide as close to its position in `side` as `stacks` allows: next to slides of its stack there, else after
 * its predecessor.
 */
function insertAs(side: Structure, id: SlideId, stacks: Stack[], placed: ReadonlySet<SlideId>): void {
  const own = side.stacks.find((stack) => stack.slides.includes(id))!
  const at = own.slides.indexOf(id)
  const before = own.slides.slice(0, at).findLast((other) => placed.has(other))
  const neighbor = before ?? own.slides.slice(at + 1).find((other) => placed.has(other))
  if (neighbor !== undefined) {
    const h = stacks.findIndex((stack) => stack.slides.includes(neighbor))
    const v = stacks[h]!.slides.indexOf(neighbor) + (before === undefined ? 0 : 1)
    stacks[h] = withSlideAt(stacks[h]!, v, id, own.attributes ?? {})
    return
  }
  const earlier = slideIds({ ...side, stacks: side.stacks.slice(0, side.stacks.indexOf(own)) })
  const last = earlier.findLast((other) => placed.has(other))
  const h = last === undefined ? 0 : stacks.findIndex((stack) => stack.slides.includes(last)) + 1
  stacks.splice(h, 0, own.attributes === null ? singleStack(id) : verticalStack([id], own.attributes))
}

/** The stack with one more slide. A single slide becomes a stack with these attributes. */
function withSlideAt(stack: Stack, v: number, id: SlideId, attributes: Stack['attributes'] = {}): Stack {
  const gaps = stack.attributes === null ? ['\n', '\n'] : stack.gaps
  return {
    ...stack,
    attributes: stack.attributes ?? attributes,
    slides: stack.slides.toSpliced(v, 0, id),
    gaps: gaps.toSpliced(v, 0, '\n'),
  }
}

/** The stacks without some slides. Markup between them (such as comments) moves to what follows. */
function withoutSlides(structure: Structure, deleted: ReadonlySet<SlideId>): { stacks: Stack[]; after: string } {
  if (deleted.size === 0) return { stacks: [...structure.stacks], after: structure.after }
  const stacks: Stack[] = []
  let carried = ''
  for (const stack of structure.stacks) {
    const slides = stack.slides.filter((id) => !deleted.has(id))
    if (slides.length === 0) {
      carried += withoutBlank(stack.before) + stack.gaps.map(withoutBlank).join('')
      continue
    }
    const next = carried === '' ? stack : { ...stack, before: carried + stack.before }
    stacks.push(slides.length === stack.slides.length ? next : { ...next, slides, gaps: thinnedGaps(stack, deleted) })
    carried = ''
  }
  return { stacks, after: carried + structure.after }
}

function thinnedGaps(stack: Stack, deleted: ReadonlySet<SlideId>): string[] {
  const gaps: string[] = []
  let gap = stack.gaps[0] ?? ''
  stack.slides.forEach((id, v) => {
    const next = stack.gaps[v + 1] ?? ''
    if (deleted.has(id)) {
      gap += withoutBlank(next)
      return
    }
    gaps.push(gap)
    gap = next
  })
  return [...gaps, gap]
}

/** Takes the outer section's attributes from the second side if only that side changed them. */
function withMergedAttributes(stack: Stack, base: Structure, first: Structure, second: Structure): Stack {
  const [old, one, other] = [base, first, second].map((side) =>
    side.stacks.find((candidate) => candidate.attributes !== null && candidate.slides.includes(stack.slides[0]!)),
  )
  if (!old || !one || !other || stack.attributes === null) return stack
  const untouched = JSON.stringify(old.attributes) === JSON.stringify(one.attributes)
  return untouched && stack.attributes === one.attributes ? { ...stack, attributes: other.attributes } : stack
}

function withoutBlank(markup: string): string {
  return markup.trim() === '' ? '' : markup
}
