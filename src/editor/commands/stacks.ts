import type { SlideId, Stack } from '../../document/types.ts'

/** Stacks, and the raw markup after the last of them. */
export interface StackList {
  readonly stacks: readonly Stack[]
  readonly after: string
}

/**
 * The stacks without some slides. Markup that stood around them (comments) goes to what follows; white space goes
 * with them. A stack with one slide left becomes a single slide, unless its section says something of its own.
 */
export function withoutSlides(list: StackList, gone: ReadonlySet<SlideId>): StackList {
  const stacks: Stack[] = []
  let carried = ''
  for (const stack of list.stacks) {
    const left = stack.slides.filter((id) => !gone.has(id))
    if (left.length === 0) {
      carried += kept(stack.before) + stack.gaps.map(kept).join('')
      continue
    }
    const next = left.length === stack.slides.length ? stack : thinned(stack, gone)
    stacks.push(carried ? { ...next, before: carried + next.before } : next)
    carried = ''
  }
  return { stacks, after: carried + list.after }
}

/** The stack of `column` with slides put in at vertical index `v` (from 0). A single slide becomes a stack. */
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

/** Whether two lists of stacks hold the same slides in the same places. */
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

function thinned(stack: Stack, gone: ReadonlySet<SlideId>): Stack {
  const slides: SlideId[] = []
  const gaps: string[] = []
  let gap = stack.gaps[0] ?? ''
  stack.slides.forEach((id, v) => {
    const next = stack.gaps[v + 1] ?? ''
    if (gone.has(id)) {
      gap += kept(next)
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

function kept(markup: string): string {
  return isBlank(markup) ? '' : markup
}
