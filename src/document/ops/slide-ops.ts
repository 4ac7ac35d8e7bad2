import type { BlockList } from '../block-list.ts'
import type { Block, BlockId, Slide } from '../deck-model.ts'
import { parseSlide } from '../parse-slide.ts'
import { renderSlide } from '../render-slide.ts'
import { fieldsBetween, isSame, withField } from './block-fields.ts'
import type { BlocksOp, PutSlide, SlideOp, SlidePartOp } from './op.ts'
import { OpError } from './op-error.ts'
import { applyDelta, deltaBetween, plainText, plainUnits } from './text-delta.ts'

/**
 * The changes from one version of a slide to another. Replaces the slide as a whole if its parts cannot express the change
 * byte for byte (markup in the flow, another order of attributes).
 */
export function slideOpsBetween(before: Slide, after: Slide, blocks: BlockList): SlideOp[] {
  if (before === after) return []
  const ops = partsBetween(before, after, blocks)
  return ops && isExpressed(before, after, ops, blocks) ? ops : [putSlide(after, blocks)]
}

/** A slide as an operation. */
export function putSlide(slide: Slide, blocks: BlockList): PutSlide {
  return { kind: 'put-slide', slide: slide.id, html: renderSlide(slide, blocks), notes: slide.notes }
}

/** The slide of an operation. Throws OpError if its HTML is not one section with this id. */
export function slideOf({ slide: id, html, notes }: PutSlide, blocks: BlockList): Slide {
  const parsed = parseSlide(html, blocks)
  if (parsed.id !== id || renderSlide(parsed, blocks) !== html) throw new OpError(`Slide ${id} is not one section`)
  return parsed.notes === notes ? parsed : { ...parsed, notes }
}

/** Applies a change of a slide's part. Throws OpError if it does not fit. */
export function withPart(slide: Slide, op: SlidePartOp, blocks: BlockList): Slide {
  switch (op.kind) {
    case 'attribute': {
      const { [op.name]: _old, ...others } = slide.attributes
      const attributes = op.value === null ? others : { ...slide.attributes, [op.name]: op.value }
      return { ...slide, attributes }
    }
    case 'notes':
      return { ...slide, notes: plainText(applyDelta(plainUnits(slide.notes), op.delta)) }
    case 'blocks':
      return { ...slide, blocks: arranged(slide, op) }
    default: {
      const at = slide.blocks.findIndex(({ id }) => id === op.block)
      if (at < 0) throw new OpError(`There is no block ${op.block}`)
      return { ...slide, blocks: slide.blocks.with(at, withField(slide.blocks[at]!, op, blocks)) }
    }
  }
}

function partsBetween(before: Slide, after: Slide, blocks: BlockList): SlidePartOp[] | null {
  const slide = after.id
  const ops: SlidePartOp[] = []
  const names = new Set([...Object.keys(before.attributes), ...Object.keys(after.attributes)])
  for (const name of before.attributes === after.attributes ? [] : names) {
    const value = after.attributes[name] ?? null
    if (value !== (before.attributes[name] ?? null)) ops.push({ kind: 'attribute', slide, name, value })
  }
  if (before.notes !== after.notes) {
    ops.push({ kind: 'notes', slide, delta: deltaBetween(plainUnits(before.notes), plainUnits(after.notes)) })
  }
  if (before.blocks === after.blocks) return ops
  const old = new Map(before.blocks.map((block) => [block.id, block]))
  const [from, to] = [before, after].map((side) => side.blocks.map(({ id }) => id)) as [BlockId[], BlockId[]]
  const added = after.blocks.filter(({ id }) => !old.has(id))
  if (added.some(({ frame }) => frame === null)) return null
  if (!isSame(from, to)) ops.push({ kind: 'blocks', slide, from, to, added })
  for (const block of after.blocks) {
    const was = old.get(block.id)
    const fields = was ? fieldsBetween(slide, was, block, blocks) : []
    if (!fields) return null
    ops.push(...fields)
  }
  return ops
}

function isExpressed(before: Slide, after: Slide, ops: readonly SlidePartOp[], blocks: BlockList): boolean {
  try {
    const changed = ops.reduce((slide, op) => withPart(slide, op, blocks), before)
    const isSlide = changed.notes === after.notes && renderSlide(changed, blocks) === renderSlide(after, blocks)
    return (
      isSlide &&
      changed.blocks.length === after.blocks.length &&
      changed.blocks.every((block, at) => isSameBlock(block, after.blocks[at]!))
    )
  } catch (error) {
    if (error instanceof OpError) return false
    throw error
  }
}

/** Whether two blocks are the same. The order of their properties has no meaning. */
export function isSameBlock(a: Block, b: Block): boolean {
  return a === b || isSame(comparable(a), comparable(b))
}

function comparable(block: Block): Block {
  const props = Object.entries(block.props as object)
  return { ...block, props: Object.fromEntries(props.sort(([a], [b]) => (a < b ? -1 : 1))) }
}

function arranged(slide: Slide, { to, added }: BlocksOp): Block[] {
  const known = new Map([...slide.blocks, ...added].map((block) => [block.id, block]))
  return to.map((id) => {
    const block = known.get(id)
    if (!block) throw new OpError(`There is no block ${id}`)
    return block
  })
}
