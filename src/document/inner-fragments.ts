import { attribute, type HtmlElement, type HtmlFragment, isElement, parseFragment } from './html.ts'
import type { Block, BlockId, Slide } from './types.ts'

/** A piece of a text that appears step by step by itself: an element with the class `fragment`, written by hand. */
interface InnerFragment {
  readonly block: BlockId
  /** Its place among those of the block, from 0. */
  readonly place: number
  /** Its data-fragment-index; null without one. */
  readonly index: number | null
  /** Where in the block's HTML its start tag ends: at the `>`. */
  readonly tagEnd: number
  /** Where its index stands in the block's HTML, as an attribute; null without one. */
  readonly indexAt: { readonly start: number; readonly end: number } | null
}

const indexName = 'data-fragment-index'

function htmlOf(block: Block): string | null {
  const { html } = block.props as { readonly html?: unknown }
  return typeof html === 'string' && html.includes('fragment') ? html : null
}

const known = new WeakMap<Block, readonly InnerFragment[]>()

/** The pieces of a block's text that come step by step, in the order of the markup. */
function innerFragmentsOf(block: Block): readonly InnerFragment[] {
  const before = known.get(block)
  if (before) return before
  const html = htmlOf(block)
  const found: InnerFragment[] = []
  if (html !== null) collect(parseFragment(html), block.id, found)
  known.set(block, found)
  return found
}

function collect(parent: HtmlFragment | HtmlElement, block: BlockId, found: InnerFragment[]): void {
  for (const element of parent.childNodes.filter(isElement)) {
    const location = element.sourceCodeLocation
    if (location && /(?:^|\s)fragment(?:\s|$)/.test(attribute(element, 'class') ?? '')) {
      const at = location.attrs?.[indexName]
      const index = Number.parseInt(attribute(element, indexName) ?? '', 10)
      found.push({
        block,
        place: found.length,
        index: Number.isNaN(index) ? null : index,
        tagEnd: (location.startTag ?? location).endOffset - 1,
        indexAt: at ? { start: at.startOffset, end: at.endOffset } : null,
      })
    }
    collect(element, block, found)
  }
}

/** How many pieces of texts on a slide come step by step by themselves. */
export function countInnerFragments(slide: Slide): number {
  return slide.blocks.reduce((sum, block) => sum + innerFragmentsOf(block).length, 0)
}

/** Blocks and pieces of texts that come together. */
interface Moment {
  readonly blocks: readonly BlockId[]
  readonly inner: readonly InnerFragment[]
}

/** Everything that appears on a slide, in the order of the show: by index, then what has none in the order of the markup. */
function momentsOf(slide: Slide): readonly Moment[] {
  const numbered = new Map<number, { blocks: BlockId[]; inner: InnerFragment[] }>()
  const loose: Moment[] = []
  const at = (index: number): { blocks: BlockId[]; inner: InnerFragment[] } => {
    const moment = numbered.get(index) ?? { blocks: [], inner: [] }
    numbered.set(index, moment)
    return moment
  }
  for (const block of slide.blocks) {
    if (block.fragment) {
      if (block.fragment.index === null) loose.push({ blocks: [block.id], inner: [] })
      else at(block.fragment.index).blocks.push(block.id)
    }
    for (const inner of innerFragmentsOf(block)) {
      if (inner.index === null) loose.push({ blocks: [], inner: [inner] })
      else at(inner.index).inner.push(inner)
    }
  }
  const ordered = [...numbered].sort(([a], [b]) => a - b).map(([, moment]) => moment)
  return [...ordered, ...loose]
}

/** The index of each step of blocks, and of each piece of a text that comes by itself. */
export interface Indices {
  readonly steps: readonly number[]
  /** The block with its pieces numbered; the same object when they are already, or when it has none. */
  number(block: Block): Block
}

/**
 * Numbers the steps of a slide's blocks, given as the blocks of each in their new order, so that the pieces of texts that
 * come by themselves keep their moment: with the block that they came with, or after the one that they came after.
 */
export function indicesAround(slide: Slide, steps: readonly (readonly BlockId[])[]): Indices {
  if (countInnerFragments(slide) === 0) return { steps: steps.map((_, step) => step), number: (block) => block }
  const stepOf = new Map(steps.flatMap((blocks, step) => blocks.map((block) => [block, step] as const)))
  const together = new Map<number, InnerFragment[]>()
  /** What comes on its own after a step; -1 is before all of them. */
  const after = new Map<number, (readonly InnerFragment[])[]>()
  let last = -1
  for (const moment of momentsOf(slide)) {
    const own = moment.blocks.map((block) => stepOf.get(block)).find((step) => step !== undefined)
    if (own !== undefined) {
      last = own
      together.set(own, [...(together.get(own) ?? []), ...moment.inner])
    } else if (moment.inner.length > 0) after.set(last, [...(after.get(last) ?? []), moment.inner])
  }
  const numbers: number[] = []
  const inner = new Map<InnerFragment, number>()
  let next = 0
  for (let step = -1; step < steps.length; step++) {
    if (step >= 0) {
      numbers.push(next)
      for (const piece of together.get(step) ?? []) inner.set(piece, next)
      next++
    }
    for (const pieces of after.get(step) ?? []) {
      for (const piece of pieces) inner.set(piece, next)
      next++
    }
  }
  return { steps: numbers, number: (block) => numbered(block, inner) }
}

function numbered(block: Block, indices: ReadonlyMap<InnerFragment, number>): Block {
  let html = htmlOf(block)
  if (html === null) return block
  const before = html
  // From the end, so that the places of those before stay right.
  for (const piece of innerFragmentsOf(block).toReversed()) {
    const index = indices.get(piece)
    if (index === undefined || index === piece.index) continue
    const { start, end } = piece.indexAt ?? { start: piece.tagEnd, end: piece.tagEnd }
    html = `${html.slice(0, start)}${piece.indexAt ? '' : ' '}${indexName}="${index}"${html.slice(end)}`
  }
  return html === before ? block : { ...block, props: { ...(block.props as object), html } }
}
