import type { BlockList } from './block-list.ts'
import { newBlockId, newSlideId } from './ids.ts'
import { insertAfter, mergeStructure } from './merge-structure.ts'
import { renderSlide } from './render-slide.ts'
import { slideIds } from './structure.ts'
import type { BlockId, Slide, SlideId, Slides } from './types.ts'
import { withUniqueBlocks } from './unique-blocks.ts'

/** The name (data-name) that marks a copy which was kept because both sides changed the slide. */
export const conflictName = 'Conflicting copy'

/** Two versions of a deck joined into one. */
export interface MergedSlides {
  readonly slides: Slides
  /** The copies that were made, as [copy, slide it stands behind]. Empty when nothing clashed. */
  readonly copies: readonly (readonly [SlideId, SlideId])[]
}

/** The names that copies were given, by those of what they are copies of. */
interface CopyNames {
  readonly slides: Map<SlideId, SlideId>
  readonly blocks: Map<BlockId, BlockId>
}

/**
 * Joins two versions of a deck that both began from `base`. Slides that only one side changed are taken from it. Where
 * both changed a slide, theirs stays in its place and mine follows right behind as a copy with the name conflictName;
 * notes and content are looked at apart. A slide that one side deleted and the other changed stays. No edit of
 * either side gets lost; only where both moved the same slide one place can count, and that is theirs.
 */
export function mergeSlides(base: Slides, theirs: Slides, mine: Slides, blocks: BlockList): MergedSlides {
  return createMerger(base, theirs, blocks)(mine)
}

/**
 * mergeSlides for several states of one side, such as all that undo can go back to: each holds everything of theirs, and
 * the copy of a slide is the same slide in all of them.
 */
export function createMerger(base: Slides, theirs: Slides, blocks: BlockList): (mine: Slides) => MergedSlides {
  const names: CopyNames = { slides: new Map(), blocks: new Map() }
  return (mine) => merge({ base, theirs, mine }, blocks, names)
}

function merge(
  { base, theirs, mine }: Readonly<Record<'base' | 'theirs' | 'mine', Slides>>,
  blocks: BlockList,
  names: CopyNames,
): MergedSlides {
  const merged = new Map<SlideId, Slide>()
  const clashing: Slide[] = []
  for (const id of new Set([...Object.keys(theirs.slides), ...Object.keys(mine.slides)])) {
    const side = (slides: Slides): Slide | null => (Object.hasOwn(slides.slides, id) ? slides.slides[id]! : null)
    const { slide, clash } = mergeSlide(side(base), side(theirs), side(mine), blocks)
    if (slide) merged.set(id, slide)
    if (clash) clashing.push(clash)
  }
  // Each side deleted what the other had left: a deck keeps at least one slide, so the deletions of mine don't count.
  if (merged.size === 0) return { slides: theirs, copies: [] }
  let structure = mergeStructure(base, theirs, mine, new Set(merged.keys()))
  const copies: [SlideId, SlideId][] = []
  for (const slide of clashing) {
    const copy = markedCopy(slide, names)
    merged.set(copy.id, copy)
    structure = insertAfter(structure, slide.id, copy.id)
    copies.push([copy.id, slide.id])
  }
  const taken = new Set<BlockId>()
  const slides = slideIds(structure).map((id) => [id, withUniqueBlocks(merged.get(id)!, taken)] as const)
  return { slides: { ...structure, slides: Object.fromEntries(slides) }, copies }
}

/** What becomes of one slide: null when it is deleted; `clash` is mine when both can't be had in one. */
function mergeSlide(
  base: Slide | null,
  theirs: Slide | null,
  mine: Slide | null,
  blocks: BlockList,
): { slide: Slide | null; clash?: Slide } {
  const htmlOf = (slide: Slide): string => renderSlide(slide, blocks)
  const same = (a: Slide, b: Slide): boolean => a === b || (a.notes === b.notes && htmlOf(a) === htmlOf(b))
  if (!theirs || !mine) {
    const left = theirs ?? mine
    return { slide: base && left && same(base, left) ? null : left }
  }
  if (same(theirs, mine)) return { slide: theirs }
  if (!base) return { slide: theirs, clash: mine }
  const html = pick(htmlOf(base), htmlOf(theirs), htmlOf(mine))
  const notes = pick(base.notes, theirs.notes, mine.notes)
  if (html === 'both' || notes === 'both') return { slide: theirs, clash: mine }
  const [content, words] = [html === 'mine' ? mine : theirs, notes === 'mine' ? mine : theirs]
  return { slide: content.notes === words.notes ? content : { ...content, notes: words.notes } }
}

/** Whose version counts. */
function pick(base: string, theirs: string, mine: string): 'theirs' | 'mine' | 'both' {
  if (mine === base || mine === theirs) return 'theirs'
  return theirs === base ? 'mine' : 'both'
}

function markedCopy(slide: Slide, names: CopyNames): Slide {
  return {
    ...slide,
    id: nameOf(slide.id, names.slides, newSlideId),
    attributes: { ...slide.attributes, 'data-name': conflictName },
    blocks: slide.blocks.map((block) => ({ ...block, id: nameOf(block.id, names.blocks, newBlockId) })),
  }
}

function nameOf<Id extends string>(of: Id, names: Map<Id, Id>, make: () => Id): Id {
  const name = names.get(of) ?? make()
  names.set(of, name)
  return name
}
