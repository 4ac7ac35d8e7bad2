import { editorOf } from '../../blocks/find-editor.ts'
import type { Block, BlockId, Slide } from '../../document/deck-model.ts'
import {
  applyDelta,
  deltaBetween,
  plainText,
  plainUnits,
  type TextUnit,
  transformDelta,
} from '../../document/ops/text-delta.ts'
import { mergeHtml } from '../text/take-changes.ts'

/**
 * Three-way merge of a slide by blocks, properties and text, without a copy. Where both sides changed the same property,
 * theirs counts; of a text, both changes are kept. For states that undo returns to: undo reverts only the user's own
 * changes. `isPresent`: mine is the current state, so a value that both changed and a block that they deleted stay as mine.
 */
export function mergeBlocks(base: Slide, theirs: Slide, mine: Slide, isPresent = false): Slide {
  const [theirIds, ownIds] = [flowIds(base, theirs), flowIds(base, mine)]
  const merged = mergeById(base, withIds(theirs, theirIds), withIds(mine, ownIds), isPresent)
  // Their ids are those of the stored markup.
  return withIds(merged, new Map([...theirIds].map(([id, baseId]) => [baseId, id])))
}

/**
 * The ids of a side's flow snippets in the base. Such an id is derived from the markup, so it differs after an edit:
 * snippets are paired by id, then by equal HTML, the rest by their order.
 */
function flowIds(base: Slide, side: Slide): Map<BlockId, BlockId> {
  const ids = new Map<BlockId, BlockId>()
  let [left, sideLeft] = [base, side].map(({ blocks }) => blocks.filter(({ frame }) => frame === null)) as [
    Block[],
    Block[],
  ]
  const pair = (isPair: (was: Block, block: Block) => boolean): void => {
    for (const was of left) {
      const block = sideLeft.find((other) => other.type === was.type && isPair(was, other))
      if (!block) continue
      ids.set(block.id, was.id)
      left = left.filter((other) => other !== was)
      sideLeft = sideLeft.filter((other) => other !== block)
    }
  }
  pair((was, block) => was.id === block.id)
  pair((was, block) => isSame(was.props, block.props))
  pair(() => true)
  return ids
}

function withIds(slide: Slide, ids: ReadonlyMap<BlockId, BlockId>): Slide {
  const renamed = (block: Block): Block => {
    const id = ids.get(block.id) ?? block.id
    return id === block.id ? block : { ...block, id }
  }
  return { ...slide, blocks: slide.blocks.map(renamed) }
}

function mergeById(base: Slide, theirs: Slide, mine: Slide, isPresent: boolean): Slide {
  const [before, other, own] = [base, theirs, mine].map(
    ({ blocks }) => new Map(blocks.map((block) => [block.id, block])),
  )
  const merge: Merge = isPresent ? (was, block, own) => mergeValues(was, own, block) : mergeValues
  const mergedOf = (id: BlockId): Block | null => {
    const [was, block, ownBlock] = [before!.get(id), other!.get(id), own!.get(id)]
    if (was && block && ownBlock) return mergeBlock(was, block, ownBlock, merge)
    if (!was) return block ?? ownBlock ?? null
    // Deleted by one side. Kept if mine lacks it and theirs changed it: undoing its creation must not delete their change.
    if (block && !isSame(was, block)) return block
    return isPresent && ownBlock && !isSame(was, ownBlock) ? ownBlock : null
  }
  const blocks = mergedOrder(idsOf(base), idsOf(theirs), idsOf(mine)).flatMap((id) => mergedOf(id) ?? [])
  return {
    ...theirs,
    attributes: merge(base.attributes, theirs.attributes, mine.attributes) as Slide['attributes'],
    notes: isPresent
      ? mergePlain(base.notes, theirs.notes, mine.notes)
      : (merge(base.notes, theirs.notes, mine.notes) as string),
    blocks,
  }
}

/** Their order unless only mine changed; blocks of mine that they do not have follow the block before them. */
function mergedOrder(base: readonly BlockId[], theirs: readonly BlockId[], mine: readonly BlockId[]): BlockId[] {
  const [first, second] = isSame(base, theirs) ? [mine, theirs] : [theirs, mine]
  const order = [...first]
  for (const [index, id] of second.entries()) {
    if (order.includes(id)) continue
    const before = second.slice(0, index).findLast((other) => order.includes(other))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
  }
  return order
}

type Merge = (base: unknown, theirs: unknown, mine: unknown) => unknown

function mergeBlock(base: Block, theirs: Block, mine: Block, merge: Merge): Block {
  const merged = merge(base, theirs, mine) as Block
  const text = base.type === theirs.type && base.type === mine.type ? editorOf(base.type)?.text : null
  if (!text) return base.type === theirs.type ? merged : theirs
  const [was, other, own] = [text.read(base), text.read(theirs), text.read(mine)]
  const isByBoth = was !== other && was !== own && other !== own
  return isByBoth ? text.write(merged, mergeHtml(was, own, other)) : merged
}

/** Three-way merge of a plain text: both sides' words are kept. */
function mergePlain(base: string, theirs: string, mine: string): string {
  const [was, other, own] = [base, theirs, mine].map(plainUnits) as [TextUnit[], TextUnit[], TextUnit[]]
  const change = transformDelta(deltaBetween(was, own), deltaBetween(was, other), true)
  return plainText(applyDelta(other, change))
}

/** Three-way merge of plain data, by the fields of objects and by the elements of arrays of the same length. */
function mergeValues(base: unknown, theirs: unknown, mine: unknown): unknown {
  if (isSame(base, mine)) return theirs
  if (isSame(base, theirs)) return mine
  const all = [base, theirs, mine]
  if (all.every(Array.isArray)) {
    const lists = all as unknown[][]
    if (lists.some((list) => list.length !== lists[0]!.length)) return theirs
    return lists[0]!.map((value, index) => mergeValues(value, lists[1]![index], lists[2]![index]))
  }
  if (!all.every(isRecord)) return theirs
  const [was, other, own] = all as Readonly<Record<string, unknown>>[]
  const names = new Set([...Object.keys(other!), ...Object.keys(own!)])
  const entries = [...names].map((name) => [name, mergeValues(was![name], other![name], own![name])] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether two values are equal plain data, with fields in the same order. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function idsOf(slide: Slide): BlockId[] {
  return slide.blocks.map(({ id }) => id)
}
