import type { BlockList } from './block-list.ts'
import type { BlockId, Slide, SlideId, Slides } from './deck-model.ts'
import { newBlockId, newSlideId } from './ids.ts'
import { insertAfter, mergeStructure } from './merge-structure.ts'
import { renderSlide } from './render-slide.ts'
import { slideIds } from './structure.ts'
import { withUniqueBlocks } from './unique-blocks.ts'

/** Value of data-name that marks a copy kept because both sides changed the slide. */
export const conflictName = 'Conflicting copy'

/** The result of a three-way merge. */
export interface MergedSlides {
  readonly slides: Slides
  /** Conflict copies as [copy, slide before it]. Empty without conflicts. */
  readonly copies: readonly (readonly [SlideId, SlideId])[]
}

/** Ids of the conflict copies, by the id of their original. */
interface CopyNames {
  readonly slides: Map<SlideId, SlideId>
  readonly blocks: Map<BlockId, BlockId>
}

/**
 * Three-way merge of two versions with the common ancestor `base`. Slides changed on one side are taken from it. If
 * both changed a slide, theirs stays in place and mine follows as a copy named conflictName; notes and content are
 * merged separately. A slide deleted on one side and changed on the other is kept. No edit is lost, except a move: if
 * both moved a slide, theirs counts.
 */
export function mergeSlides(base: Slides, theirs: Slides, mine: Slides, blocks: BlockList): MergedSlides {
  return createMerger(base, theirs, blocks)(mine)
}

/**
 * mergeSlides for several states of one side, such as its undo history. Each result contains all of theirs, and a
 * conflict copy has the same id in every state. `staysDeleted`: slides that mine has deleted stay so, although theirs
 * changed them.
 */
export function createMerger(
  base: Slides,
  theirs: Slides,
  blocks: BlockList,
  staysDeleted: (id: SlideId) => boolean = () => false,
): (mine: Slides) => MergedSlides {
  const names: CopyNames = { slides: new Map(), blocks: new Map() }
  return (mine) => merge({ base, theirs, mine }, blocks, names, staysDeleted)
}

function merge(
  { base, theirs, mine }: Readonly<Record<'base' | 'theirs' | 'mine', Slides>>,
  blocks: BlockList,
  names: CopyNames,
  staysDeleted: (id: SlideId) => boolean,
): MergedSlides {
  const merged = new Map<SlideId, Slide>()
  const clashing: Slide[] = []
  for (const id of new Set([...Object.keys(theirs.slides), ...Object.keys(mine.slides)])) {
    const side = (slides: Slides): Slide | null => (Object.hasOwn(slides.slides, id) ? slides.slides[id]! : null)
    if (side(base) && !side(mine) && staysDeleted(id)) continue
    const { slide, clash } = mergeSlide(side(base), side(theirs), side(mine), blocks)
    if (slide) merged.set(id, slide)
    if (clash) clashing.push(clash)
  }
  // Each side deleted the slides of the other. A deck needs at least one slide, so my deletions are ignored.
  if (merged.size === 0) return { slides: theirs, copies: [] }
  let structure = mergeStructure(base, theirs, mine, new Set(merged.keys()))
  const copies: [SlideId, SlideId][] = []
  for (const slide of clashing) {
    const copy = markedCopy(slide, names)
    merged.set(copy.id, copy)
    structure = insertAfter(structure, slide.id, copy.id)
    copies.push([copy.id, slide.id])
  }
  const usedIds = new Set<BlockId>()
  const slides = slideIds(structure).map((id) => [id, withUniqueBlocks(merged.get(id)!, usedIds)] as const)
  return { slides: { ...structure, slides: Object.fromEntries(slides) }, copies }
}

/** Merges one slide: null if it is deleted; `clash` is my version if the two cannot be combined. */
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

/** Three-way choice for one value. */
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
