import type { SlideId, Stack } from '../../document/deck-model.ts'

/** A list of stacks, and the raw markup after the last stack. */
export interface StackList {
  readonly stacks: readonly Stack[]
  readonly after: string
}

/**
 * Removes slides from stacks. Comments around them move to the next slide; white space is dropped. A stack with one
 * remaining slide becomes a single slide, unless its section has attributes.
 */
export function withoutSlides(list: StackList, removed: ReadonlySet<SlideId>): StackList {
  const stacks: Stack[] = []
  let carried = ''
  for (const stack of list.stacks) {
    const remaining = stack.slides.filter((id) => !removed.has(id))
    if (remaining.length === 0) {
      carried += nonBlank(stack.before) + stack.gaps.map(nonBlank).join('')
      continue
    }
    const next = remaining.length === stack.slides.length ? stack : thinned(stack, removed)
    stacks.push(carried ? { ...next, before: carried + next.before } : next)
    carried = ''
  }
  return { stacks, after: carried + list.after }
}

/** Inserts slides in a stack at vertical index `v` (from 0). A single slide becomes a stack. */
export function withInStack(stack: Stack, v: number, slides: readonly SlideId[]): Stack {
  const attributes = stack.attributes ?? {}
  const gaps = stack.attributes === null ? ['\n', '\n'] : stack.gaps
  return {
    ...stack,
    attributes,
    slides: stack.slides.toSpliced(v, 0, ...slides),
    gaps: gaps.toSpliced(v, 0, ...slides.map(() => '\n')),
  }
}

/** Whether two lists of stacks have the same slides at the same places. */
export function sameShape(a: readonly Stack[], b: readonly Stack[]): boolean {
  return (
    a.length === b.length &&
    a.every((stack, h) => {
      const other = b[h]!
      return (
        stack.slides.length === other.slides.length &&
        (stack.attributes === null) === (other.attributes === null) &&
        stack.slides.every((id, v) => id === other.slides[v])
      )
    })
  )
}

function thinned(stack: Stack, removed: ReadonlySet<SlideId>): Stack {
  const slides: SlideId[] = []
  const gaps: string[] = []
  let gap = stack.gaps[0] ?? ''
  stack.slides.forEach((id, v) => {
    const next = stack.gaps[v + 1] ?? ''
    if (removed.has(id)) {
      gap += nonBlank(next)
      return
    }
    slides.push(id)
    gaps.push(gap)
    gap = next
  })
  const all = [...gaps, gap]
  const plain = slides.length === 1 && Object.keys(stack.attributes ?? {}).length === 0 && all.every(isBlank)
  return plain ? { ...stack, slides, attributes: null, gaps: [] } : { ...stack, slides, gaps: all }
}

function isBlank(markup: string): boolean {
  return markup.trim() === ''
}

function nonBlank(markup: string): string {
  return isBlank(markup) ? '' : markup
}
