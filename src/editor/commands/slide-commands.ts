import { slidesWithFreeIds } from '../../document/own-ids.ts'
import { singleStack } from '../../document/structure.ts'
import type { Deck, Slide, SlideId, Stack } from '../../document/types.ts'
import { changeSlide } from './change-slide.ts'
import type { Command } from './command.ts'
import { type StackList, sameShape, withInStack, withoutSlides } from './stacks.ts'

/**
 * Where slides are put, seen from a slide that is there: `left` and `right` of its stack as places of their own,
 * `above` and `below` it within its stack (a single slide becomes a stack).
 */
export interface SlidePlace {
  readonly side: 'left' | 'right' | 'above' | 'below'
  readonly of: SlideId
}

/**
 * Puts new slides into the deck, in the order given; `columns` says which of them stand in stacks, when some do. Their
 * ids and their blocks' ids must be new to the deck.
 */
export function addSlides(slides: readonly Slide[], place: SlidePlace, columns?: readonly Stack[]): Command {
  return (deck) => {
    const stacks = inserted(deck, place, columns ?? slides.map((slide) => singleStack(slide.id)))
    if (!stacks) return deck
    const added = Object.fromEntries(slidesWithFreeIds(deck, slides).map((slide) => [slide.id, slide]))
    return { ...deck, stacks, slides: { ...deck.slides, ...added } }
  }
}

/** Takes slides out of the deck. A deck keeps at least one: nothing happens when none would be left. */
export function deleteSlides(ids: readonly SlideId[]): Command {
  return (deck) => {
    const gone = new Set(ids.filter((id) => deck.slides[id]))
    const left = Object.entries(deck.slides).filter(([id]) => !gone.has(id))
    if (gone.size === 0 || left.length === 0) return deck
    return { ...deck, ...withoutSlides(deck, gone), slides: Object.fromEntries(left) }
  }
}

/**
 * Moves slides, in reading order, into, out of or between stacks. A stack that is moved whole to the left or right
 * of something stays a stack. Nothing happens when `place` is one of the moved slides.
 */
export function moveSlides(ids: readonly SlideId[], place: SlidePlace): Command {
  return (deck) => {
    const moved = new Set(ids.filter((id) => deck.slides[id]))
    if (moved.size === 0 || moved.has(place.of)) return deck
    const rest = withoutSlides(deck, moved)
    const stacks = inserted(rest, place, columnsOf(deck, moved, place))
    if (!stacks || sameShape(stacks, deck.stacks)) return deck
    return { ...deck, stacks, after: rest.after }
  }
}

/** Puts another content in the place of a slide with the same id (edited as HTML, or cleaned by the server). */
export function replaceSlide(slide: Slide): Command {
  return (deck) => changeSlide(deck, slide.id, () => slide)
}

/** The speaker's notes, plain text. */
export function setNotes(slideId: SlideId, notes: string): Command {
  return (deck) => changeSlide(deck, slideId, (slide) => (slide.notes === notes ? slide : { ...slide, notes }))
}

/** Several slides skipped when presenting, or shown again. */
export function skipSlides(ids: readonly SlideId[], skip: boolean): Command {
  return setAttributesOfSlides(ids, { 'data-visibility': skip ? 'hidden' : null })
}

/** Sets the same attributes of several slides; see setSlideAttributes. */
export function setAttributesOfSlides(
  ids: readonly SlideId[],
  changes: Readonly<Record<string, string | null>>,
): Command {
  return (deck) => ids.reduce((changed, id) => setSlideAttributes(id, changes)(changed), deck)
}

/** Sets attributes of a slide's section (background, transition, class …); null removes one. */
export function setSlideAttributes(slideId: SlideId, changes: Readonly<Record<string, string | null>>): Command {
  return (deck) =>
    changeSlide(deck, slideId, (slide) => {
      const same = Object.entries(changes).every(([name, value]) => (slide.attributes[name] ?? null) === value)
      if (same) return slide
      const merged = Object.entries({ ...slide.attributes, ...changes })
      const attributes = Object.fromEntries(merged.filter((pair): pair is [string, string] => pair[1] !== null))
      return { ...slide, attributes }
    })
}

/** The moved slides as places of their own: one each, but a whole stack as it is. */
function columnsOf(deck: Deck, moved: ReadonlySet<SlideId>, place: SlidePlace): readonly Stack[] {
  const beside = place.side === 'left' || place.side === 'right'
  return deck.stacks.flatMap((stack) => {
    const whole = beside && stack.slides.every((id) => moved.has(id))
    // Raw markup in it has been carried to what follows already.
    const moving = { ...stack, before: '\n', gaps: stack.gaps.map(() => '\n') }
    return whole ? [moving] : stack.slides.filter((id) => moved.has(id)).map(singleStack)
  })
}

function inserted(list: StackList, place: SlidePlace, columns: readonly Stack[]): readonly Stack[] | null {
  const h = list.stacks.findIndex((stack) => stack.slides.includes(place.of))
  const stack = list.stacks[h]
  if (!stack || columns.length === 0) return null
  if (place.side === 'left') return list.stacks.toSpliced(h, 0, ...columns)
  if (place.side === 'right') return list.stacks.toSpliced(h + 1, 0, ...columns)
  const v = stack.slides.indexOf(place.of) + (place.side === 'below' ? 1 : 0)
  return list.stacks.with(
    h,
    withInStack(
      stack,
      v,
      columns.flatMap((column) => column.slides),
    ),
  )
}
