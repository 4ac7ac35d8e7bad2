import type { SlideId, Slides, Stack } from './deck-model.ts'
import { renderAttributes } from './html.ts'

/**
 * A deck's content without the slides themselves: their order, their stacks, and the markup between them. Plain JSON.
 */
export interface Structure {
  readonly stacks: readonly Stack[]
  /** Raw markup after the last section. */
  readonly after: string
}

/** Slide order as sent by a save: an id for a single slide, an array of ids for a stack. */
export type SlideOrder = readonly (SlideId | readonly SlideId[])[]

export function structureOf(slides: Slides): Structure {
  return { stacks: slides.stacks, after: slides.after }
}

/** Assembles a deck's HTML from its structure and slides. Throws an Error that names the slide if one is missing. */
export function assemble(structure: Structure, html: Readonly<Record<SlideId, string>>): string {
  return assembleWith(structure, (id) => {
    if (!Object.hasOwn(html, id)) throw new Error(`The HTML of slide ${id} is missing`)
    return html[id]!
  })
}

/** Assembles a deck's HTML from its structure; `slideHtml` returns each slide's section. */
export function assembleWith(structure: Structure, slideHtml: (id: SlideId) => string): string {
  const parts: string[] = []
  for (const stack of structure.stacks) {
    parts.push(stack.before)
    if (stack.attributes === null) {
      for (const id of stack.slides) parts.push(slideHtml(id))
      continue
    }
    parts.push(`<section${renderAttributes(Object.entries(stack.attributes))}>`, stack.gaps[0] ?? '')
    stack.slides.forEach((id, index) => {
      parts.push(slideHtml(id), stack.gaps[index + 1] ?? '')
    })
    parts.push('</section>')
  }
  parts.push(structure.after)
  return parts.join('')
}

/** All slide ids in presentation order: stack by stack, each from top to bottom. */
export function slideIds(structure: Structure): SlideId[] {
  return structure.stacks.flatMap((stack) => stack.slides)
}

/** The slide order of a structure, as sent by a save. */
export function orderOf(structure: Structure): SlideOrder {
  return structure.stacks.map((stack) => (stack.attributes === null ? stack.slides[0]! : stack.slides))
}

/** A column with a single slide. */
export function singleStack(id: SlideId): Stack {
  return { slides: [id], attributes: null, before: '\n', gaps: [] }
}

/** A vertical stack; `attributes` are those of its outer section. */
export function verticalStack(slides: readonly SlideId[], attributes: Readonly<Record<string, string>> = {}): Stack {
  return { slides, attributes, before: '\n', gaps: [...slides.map(() => '\n'), '\n'] }
}

/** Whether a stack is hidden from audiences as a whole; single slides are hidden by their own attribute. */
export function isHiddenStack({ attributes }: Stack): boolean {
  return attributes?.['data-visibility'] === 'hidden'
}

/**
 * The structure for an order. Stacks with the same slides as before, or the same first slide, keep their outer
 * section's attributes and surrounding markup. Throws an Error for a repeated slide or an empty stack.
 */
export function structureFromOrder(order: SlideOrder, previous: Structure): Structure {
  const stackOf = new Map<SlideId, Stack>()
  for (const stack of previous.stacks) for (const id of stack.slides) stackOf.set(id, stack)
  const seen = new Set<SlideId>()
  const used = new Set<Stack>()
  const stacks = order.map((place): Stack => {
    const ids = typeof place === 'string' ? [place] : place
    if (ids.length === 0) throw new Error('A stack needs at least one slide')
    for (const id of ids) {
      if (seen.has(id)) throw new Error(`Slide ${id} stands in the order twice`)
      seen.add(id)
    }
    const before = stackOf.get(ids[0]!)
    const match = before && !used.has(before) && (before.attributes === null) === (typeof place === 'string')
    if (!match) return typeof place === 'string' ? singleStack(place) : verticalStack(ids)
    used.add(before)
    return withSlides(before, ids)
  })
  return { stacks, after: previous.after }
}

/** The stack with other slides: keeps its attributes, the markup before it, and the gaps as far as possible. */
export function withSlides(stack: Stack, slides: readonly SlideId[]): Stack {
  const same = slides.length === stack.slides.length && slides.every((id, index) => id === stack.slides[index])
  if (same) return stack
  if (stack.attributes === null) return { ...stack, slides }
  return { ...stack, slides, gaps: fitGaps(stack.gaps, slides.length + 1) }
}

/** Adjusts the number of gaps. The last gap stays last and absorbs the dropped gaps. */
function fitGaps(gaps: readonly string[], count: number): string[] {
  const last = gaps.at(-1) ?? '\n'
  const inner = gaps.slice(0, -1)
  const leading = inner.slice(0, count - 1)
  while (leading.length < count - 1) leading.push('\n')
  const dropped = inner.slice(count - 1).filter((gap) => gap.trim() !== '')
  return [...leading, dropped.join('') + last]
}
