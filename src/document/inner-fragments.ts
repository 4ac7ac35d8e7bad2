import type { Block, BlockId, Slide } from './deck-model.ts'
import { attribute, type HtmlElement, type HtmlFragment, isElement, parseFragment } from './html.ts'

/** A fragment inside a block's text: a hand-written element with the class `fragment`. */
interface InnerFragment {
  readonly block: BlockId
  /** Index among the block's fragments, from 0. */
  readonly position: number
  /** Its data-fragment-index; null if it has none. */
  readonly index: number | null
  /** Offset of its start tag's `>` in the block's HTML. */
  readonly tagEnd: number
  /** Range of its index attribute in the block's HTML; null if it has none. */
  readonly indexAt: { readonly start: number; readonly end: number } | null
}

const indexName = 'data-fragment-index'

function htmlOf(block: Block): string | null {
  const { html } = block.props as { readonly html?: unknown }
  return typeof html === 'string' && html.includes('fragment') ? html : null
}

const cache = new WeakMap<Block, readonly InnerFragment[]>()

/** The fragments inside a block's text, in source order. */
function innerFragmentsOf(block: Block): readonly InnerFragment[] {
  const before = cache.get(block)
  if (before) return before
  const html = htmlOf(block)
  const found: InnerFragment[] = []
  if (html !== null) collect(parseFragment(html), block.id, found)
  cache.set(block, found)
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
        position: found.length,
        index: Number.isNaN(index) ? null : index,
        tagEnd: (location.startTag ?? location).endOffset - 1,
        indexAt: at ? { start: at.startOffset, end: at.endOffset } : null,
      })
    }
    collect(element, block, found)
  }
}

/** The number of fragments inside the texts of a slide. */
export function countInnerFragments(slide: Slide): number {
  return slide.blocks.reduce((sum, block) => sum + innerFragmentsOf(block).length, 0)
}

/** Blocks and inner fragments that appear in the same step. */
interface Step {
  readonly blocks: readonly BlockId[]
  readonly inner: readonly InnerFragment[]
}

/** All steps of a slide in presentation order: by index, then fragments without an index in source order. */
function stepsIn(slide: Slide): readonly Step[] {
  const numbered = new Map<number, { blocks: BlockId[]; inner: InnerFragment[] }>()
  const unindexed: Step[] = []
  const at = (index: number): { blocks: BlockId[]; inner: InnerFragment[] } => {
    const entry = numbered.get(index) ?? { blocks: [], inner: [] }
    numbered.set(index, entry)
    return entry
  }
  for (const block of slide.blocks) {
    if (block.fragment) {
      if (block.fragment.index === null) unindexed.push({ blocks: [block.id], inner: [] })
      else at(block.fragment.index).blocks.push(block.id)
    }
    for (const inner of innerFragmentsOf(block)) {
      if (inner.index === null) unindexed.push({ blocks: [], inner: [inner] })
      else at(inner.index).inner.push(inner)
    }
  }
  const ordered = [...numbered].sort(([a], [b]) => a - b).map(([, entry]) => entry)
  return [...ordered, ...unindexed]
}

/** The index of each block step and each inner fragment. */
export interface Indices {
  readonly steps: readonly number[]
  /** The block with renumbered inner fragments; the same object if nothing changes. */
  number(block: Block): Block
}

/**
 * Renumbers a slide's steps, given as the blocks of each step in their new order. Inner fragments keep their relative
 * step: with the block they appeared with, or after the block they followed.
 */
export function indicesAround(slide: Slide, steps: readonly (readonly BlockId[])[]): Indices {
  if (countInnerFragments(slide) === 0) return { steps: steps.map((_, step) => step), number: (block) => block }
  const stepOf = new Map(steps.flatMap((blocks, step) => blocks.map((block) => [block, step] as const)))
  const together = new Map<number, InnerFragment[]>()
  /** Inner fragments that have a step of their own, by the preceding block step; -1: before all steps. */
  const after = new Map<number, (readonly InnerFragment[])[]>()
  let last = -1
  for (const entry of stepsIn(slide)) {
    const own = entry.blocks.map((block) => stepOf.get(block)).find((step) => step !== undefined)
    if (own !== undefined) {
      last = own
      together.set(own, [...(together.get(own) ?? []), ...entry.inner])
    } else if (entry.inner.length > 0) after.set(last, [...(after.get(last) ?? []), entry.inner])
  }
  const numbers: number[] = []
  const inner = new Map<InnerFragment, number>()
  let next = 0
  for (let step = -1; step < steps.length; step++) {
    if (step >= 0) {
      numbers.push(next)
      for (const fragment of together.get(step) ?? []) inner.set(fragment, next)
      next++
    }
    for (const pieces of after.get(step) ?? []) {
      for (const fragment of pieces) inner.set(fragment, next)
      next++
    }
  }
  return { steps: numbers, number: (block) => numbered(block, inner) }
}

function numbered(block: Block, indices: ReadonlyMap<InnerFragment, number>): Block {
  let html = htmlOf(block)
  if (html === null) return block
  const before = html
  // Backward, so that earlier offsets stay valid.
  for (const fragment of innerFragmentsOf(block).toReversed()) {
    const index = indices.get(fragment)
    if (index === undefined || index === fragment.index) continue
    const { start, end } = fragment.indexAt ?? { start: fragment.tagEnd, end: fragment.tagEnd }
    html = `${html.slice(0, start)}${fragment.indexAt ? '' : ' '}${indexName}="${index}"${html.slice(end)}`
  }
  return html === before ? block : { ...block, props: { ...(block.props as object), html } }
}
