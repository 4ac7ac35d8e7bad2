import type { PropsOf } from '../../blocks/index.ts'
import type { Block, Slide } from '../../document/deck-model.ts'
import {
  capacityOf,
  decorationOf,
  inReadingOrder,
  isEmptySlot,
  isMovable,
  isWordless,
  kindOf,
  lengthOf,
  type SlotKind,
} from './slots.ts'

/** Kinds of slots that take content of a kind when no slot of that kind is left, best first. */
const substitutes: Readonly<Record<SlotKind, readonly SlotKind[]>> = {
  title: ['heading'],
  heading: ['title', 'text'],
  text: [],
  image: [],
  table: [],
  code: [],
  chart: [],
}

/** Text may be this many times as long as its slot is made for: it is scaled down. */
const mostCrowded = 3

/** Content by the slot that takes it. */
type Assignment = ReadonlyMap<Block, Block>

/**
 * Gives a slide the layout of another, new slide. Texts, pictures, tables and code move to the slots of their kind, in reading order.
 * Content without a slot stays where it is. Prompts and untouched decoration of known designs are replaced; id,
 * attributes and notes of the slide stay.
 */
export function changeLayout(slide: Slide, layout: Slide, designs: Designs): Slide {
  const content = slide.blocks.filter(
    (block) => !isMovable(block) || !(isEmptySlot(block) || designs.isDecoration(block)),
  )
  const next = layout.blocks
  const taken = assign(
    content.filter((block) => isMovable(block) && !isWordless(block)).toSorted(inReadingOrder),
    next.filter(isEmptySlot).toSorted(inReadingOrder),
  )
  const moved = new Set(taken.values())
  const arranged = next.map((slot) => {
    const block = taken.get(slot)
    return block ? inSlot(block, slot, designs) : slot
  })
  const first = slide.blocks.findIndex((block) => moved.has(block))
  const rest = content.filter((block) => !moved.has(block))
  // What lay below all moved content, such as a drawn backdrop, must not cover it.
  const isBelow = (block: Block) => block.type !== 'text' && slide.blocks.indexOf(block) < first
  return {
    ...slide,
    blocks: [...rest.filter(isBelow), ...arranged, ...rest.filter((block) => !isBelow(block))],
  }
}

function assign(content: readonly Block[], slots: readonly Block[]): Assignment {
  const taken = new Map<Block, Block>()
  const done = new Set<Block>()
  const pass = (kindsFor: (kind: SlotKind) => readonly SlotKind[], fits: (block: Block, slot: Block) => boolean) => {
    for (const block of content) {
      const kind = kindOf(block)
      if (kind === null || done.has(block)) continue
      const slot = kindsFor(kind)
        .flatMap((wanted) => slots.filter((one) => kindOf(one) === wanted))
        .find((one) => !taken.has(one) && fits(block, one))
      if (!slot) continue
      taken.set(slot, block)
      done.add(block)
    }
  }
  const crowded = (times: number) => (block: Block, slot: Block) =>
    slot.type !== 'text' || lengthOf(block) <= capacityOf(slot) * times
  pass((kind) => [kind], crowded(1))
  pass((kind) => [kind], crowded(mostCrowded))
  pass((kind) => substitutes[kind], crowded(mostCrowded))
  return taken
}

/** What layouts draw and set, which is not the user's choice. */
export interface Designs {
  readonly isDecoration: (block: Block) => boolean
  /** Declarations of texts by their prompt, as 'property: value'. */
  readonly styles: ReadonlyMap<string, ReadonlySet<string>>
  /** Rounding of pictures, in px. */
  readonly radii: ReadonlySet<number>
}

/** Collects the designs of slides made from layouts. */
export function designsOf(slides: readonly Slide[]): Designs {
  const styles = new Map<string, Set<string>>()
  const radii = new Set([0])
  for (const block of slides.flatMap((slide) => slide.blocks)) {
    if (block.type === 'image') radii.add((block.props as PropsOf<'image'>).radius)
    if (block.type !== 'text') continue
    const { placeholder } = block.props as PropsOf<'text'>
    const known = styles.get(placeholder) ?? new Set()
    for (const [property, value] of block.style) known.add(`${property}: ${value}`)
    styles.set(placeholder, known)
  }
  return { styles, radii, isDecoration: decorationOf(slides) }
}

function inSlot(block: Block, slot: Block, designs: Designs): Block {
  const moved = { ...block, frame: slot.frame }
  if (block.type === 'text') return textInSlot(moved, slot, designs)
  if (block.type === 'image') return pictureInSlot(moved, slot, designs)
  return { ...moved, style: mergedStyle(block.style, slot.style) }
}

function textInSlot(block: Block, slot: Block, { styles }: Designs): Block {
  const [was, place] = [block.props as PropsOf<'text'>, slot.props as PropsOf<'text'>]
  const set = was.placeholder === '' ? undefined : styles.get(was.placeholder)
  const own = block.style.filter(([property, value]) => !set?.has(`${property}: ${value}`))
  return {
    ...block,
    style: mergedStyle(own, slot.style),
    props: { ...place, html: withLevel(was.html, place.html) },
  }
}

function pictureInSlot(block: Block, slot: Block, { radii }: Designs): Block {
  const [was, place] = [block.props as PropsOf<'image'>, slot.props as PropsOf<'image'>]
  return { ...block, props: { ...was, radius: radii.has(was.radius) ? place.radius : was.radius } }
}

/** The slot's declarations, overridden by the user's own. */
function mergedStyle(own: Block['style'], slot: Block['style']): Block['style'] {
  const kept = slot.filter(([property]) => !own.some(([name]) => name === property))
  return [...kept, ...own]
}

/** A text that is one heading becomes a heading of the slot's level, or a paragraph. Other text is unchanged. */
function withLevel(html: string, slotHtml: string): string {
  const tag = /^<(h[1-6]|p)\b/.exec(slotHtml)?.[1] ?? 'p'
  const whole = /^\s*<(h[1-6])\b([^>]*)>((?:(?!<\/?h[1-6]\b)[\s\S])*)<\/\1>\s*$/.exec(html)
  return whole ? `<${tag}${whole[2]}>${whole[3]}</${tag}>` : html
}
