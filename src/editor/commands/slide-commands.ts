import { blurAttribute, dimAttribute } from '../../document/background-effects.ts'
import { textChoiceAttribute, toneAttribute } from '../../document/background-tone.ts'
import { slidesWithFreeIds } from '../../document/custom-ids.ts'
import type { Deck, Slide, SlideId, Stack } from '../../document/deck-model.ts'
import { singleStack } from '../../document/structure.ts'
import type { Command } from './command.ts'
import { slideCommand } from './slide-command.ts'
import { type StackList, sameShape, withInStack, withoutSlides } from './stacks.ts'

/**
 * A place relative to an existing slide. `left` and `right` are beside its stack, `above` and `below` are within it. A
 * single slide then becomes a stack.
 */
export interface SlidePlace {
  readonly side: 'left' | 'right' | 'above' | 'below'
  readonly of: SlideId
}

/**
 * Adds new slides in the given order. `columns`: the stacks among them, if any. Their ids and their blocks' ids must
 * be new to the deck.
 */
export function addSlides(slides: readonly Slide[], place: SlidePlace, columns?: readonly Stack[]): Command {
  return (deck) => {
    const stacks = inserted(deck, place, columns ?? slides.map((slide) => singleStack(slide.id)))
    if (!stacks) return deck
    const added = Object.fromEntries(slidesWithFreeIds(deck, slides).map((slide) => [slide.id, slide]))
    return { ...deck, stacks, slides: { ...deck.slides, ...added } }
  }
}

/** Deletes slides. Does nothing if no slide would remain. */
export function deleteSlides(ids: readonly SlideId[]): Command {
  return (deck) => {
    const deleted = new Set(ids.filter((id) => deck.slides[id]))
    const remaining = Object.entries(deck.slides).filter(([id]) => !deleted.has(id))
    if (deleted.size === 0 || remaining.length === 0) return deck
    return { ...deck, ...withoutSlides(deck, deleted), slides: Object.fromEntries(remaining) }
  }
}

/**
 * Moves slides, in reading order, into, out of or between stacks. A whole stack moved to the left or right stays a
 * stack. Does nothing if `place` is relative to a moved slide.
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

/** Replaces a slide with the same id (edited as HTML, or sanitized by the server). */
export function replaceSlide(slide: Slide): Command {
  return slideCommand(slide.id, () => slide)
}

/** Sets the speaker notes, plain text. */
export function setNotes(slideId: SlideId, notes: string): Command {
  return slideCommand(slideId, (slide) => (slide.notes === notes ? slide : { ...slide, notes }))
}

/** Sets whether slides are skipped when presenting. */
export function skipSlides(ids: readonly SlideId[], skip: boolean): Command {
  return setAttributesOfSlides(ids, { 'data-visibility': skip ? 'hidden' : null })
}

/** Sets the same attributes on several slides; see setSlideAttributes. */
export function setAttributesOfSlides(
  ids: readonly SlideId[],
  changes: Readonly<Record<string, string | null>>,
): Command {
  return (deck) => ids.reduce((changed, id) => setSlideAttributes(id, changes)(changed), deck)
}

/** Gives every slide the background of one, with the color of the text on it. */
export function copyBackground(from: SlideId): Command {
  return (deck) => {
    const { attributes = {} } = deck.slides[from] ?? {}
    const background = Object.fromEntries(backgroundAttributes.map((name) => [name, attributes[name] ?? null]))
    return setAttributesOfSlides(Object.keys(deck.slides), background)(deck)
  }
}

const backgroundAttributes: readonly string[] = [
  ...['color', 'gradient', 'image', 'size', 'position', 'repeat', 'opacity', 'video', 'iframe'].map(
    (name) => `data-background-${name}`,
  ),
  ...['data-video-muted', 'data-video-loop', dimAttribute, blurAttribute, textChoiceAttribute, toneAttribute],
]

/** Sets attributes of a slide's section (background, transition, class); null removes one. */
export function setSlideAttributes(slideId: SlideId, changes: Readonly<Record<string, string | null>>): Command {
  return slideCommand(slideId, (slide) => {
    const same = Object.entries(changes).every(([name, value]) => (slide.attributes[name] ?? null) === value)
    if (same) return slide
    const merged = Object.entries({ ...slide.attributes, ...changes })
    const attributes = Object.fromEntries(merged.filter((pair): pair is [string, string] => pair[1] !== null))
    return { ...slide, attributes }
  })
}

/** The moved slides as columns, one per slide. A whole stack moved to the left or right stays one column. */
function columnsOf(deck: Deck, moved: ReadonlySet<SlideId>, place: SlidePlace): readonly Stack[] {
  const beside = place.side === 'left' || place.side === 'right'
  return deck.stacks.flatMap((stack) => {
    const whole = beside && stack.slides.every((id) => moved.has(id))
    // withoutSlides has already moved the raw markup around it to the next slide.
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
