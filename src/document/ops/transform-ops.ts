import { sameStructure } from '../changes.ts'
import type { BlockId } from '../deck-model.ts'
import { mergeStructure } from '../merge-structure.ts'
import { slideIds } from '../structure.ts'
import { isSame } from './block-fields.ts'
import { type BlockOp, type BlocksOp, type NotesOp, type Op, partOf, type StructureOp } from './op.ts'
import { OpError } from './op-error.ts'
import { transformDelta } from './text-delta.ts'

/** The changes of a batch, by what they change. */
type Parts = ReadonlyMap<string, Op>

/**
 * Changes as they apply to a deck that `over` has changed meanwhile; both have the same base. Texts and orders are
 * merged. Elsewhere the later of two changes of one part counts, and a change of what is gone is left out.
 * `isLater`: `over` is first in the order of changes. Throws OpError if no slide would be left.
 */
export function transformOps(ops: readonly Op[], over: readonly Op[], isLater: boolean): Op[] {
  const parts: Parts = new Map(over.map((op) => [partOf(op), op]))
  return ops.flatMap((op) => transformed(op, parts, isLater) ?? [])
}

/**
 * Whether one side's work would be lost by transforming, other than an older value of a field: a slide, block or text that
 * one side deleted or replaced, and the other changed.
 */
export function losesWork(ops: readonly Op[], over: readonly Op[]): boolean {
  return losesTo(ops, over) || losesTo(over, ops)
}

function losesTo(ops: readonly Op[], over: readonly Op[]): boolean {
  const parts: Parts = new Map(over.map((op) => [partOf(op), op]))
  return ops.some((op) => {
    if (op.kind === 'structure' || op.kind === 'setting' || op.kind === 'check-slide') return false
    const other = parts.get(`slide ${op.slide}`)
    if (other) return other.kind !== op.kind || op.kind === 'put-slide'
    return isBlockOp(op) && (isDropped(op, parts) || (op.kind === 'text' && parts.get(partOf(op))?.kind === 'set'))
  })
}

function transformed(op: Op, parts: Parts, isLater: boolean): Op | null {
  const same = parts.get(partOf(op))
  switch (op.kind) {
    case 'structure':
      return same ? mergedStructure(op, same as StructureOp, isLater) : op
    case 'check-slide':
      return null
    case 'setting':
      return same && !isLater ? null : op
    case 'drop-slide':
      return same?.kind === 'drop-slide' ? null : op
    case 'put-slide':
      return same && (same.kind === 'drop-slide' || !isLater) ? null : op
    default:
      if (parts.has(`slide ${op.slide}`)) return null
  }
  if (op.kind === 'attribute') return same && !isLater ? null : op
  if (op.kind === 'notes') return same ? withDelta(op, (same as NotesOp).delta, isLater) : op
  if (op.kind === 'blocks') return same ? mergedBlocks(op, same as BlocksOp, isLater) : op
  if (isDropped(op, parts)) return null
  if (op.kind === 'set') return same?.kind === 'set' && !isLater ? null : op
  if (same?.kind === 'set') return null
  return same?.kind === 'text' ? withDelta(op, same.delta, isLater) : op
}

function withDelta<T extends NotesOp | (BlockOp & { kind: 'text' })>(
  op: T,
  over: T['delta'],
  isLater: boolean,
): T | null {
  const delta = transformDelta(op.delta, over, isLater)
  return delta.length === 0 ? null : { ...op, delta }
}

function isBlockOp(op: Op): op is BlockOp {
  return op.kind === 'set' || op.kind === 'text'
}

function isDropped({ slide, block }: BlockOp, parts: Parts): boolean {
  const arranged = parts.get(`blocks ${slide}`) as BlocksOp | undefined
  return arranged?.from.includes(block) === true && !arranged.to.includes(block)
}

function mergedStructure(op: StructureOp, over: StructureOp, isLater: boolean): StructureOp | null {
  const { from } = op
  const [first, second] = isLater ? [over.to, op.to] : [op.to, over.to]
  const [base, firstIds, secondIds] = [from, first, second].map((side) => new Set(slideIds(side))) as Set<string>[]
  const all = [...firstIds!, ...secondIds!]
  const remaining = new Set(all.filter((id) => !base!.has(id) || (firstIds!.has(id) && secondIds!.has(id))))
  if (remaining.size === 0) throw new OpError('No slide is left')
  const to = mergeStructure(from, first, second, remaining)
  return sameStructure(over.to, to) ? null : { kind: 'structure', from: over.to, to }
}

function mergedBlocks(op: BlocksOp, over: BlocksOp, isLater: boolean): BlocksOp | null {
  const to = isLater ? mergedOrder(op.from, over.to, op.to) : mergedOrder(op.from, op.to, over.to)
  const theirs = new Set(over.added.map(({ id }) => id))
  const added = isLater ? op.added : op.added.filter(({ id }) => !theirs.has(id))
  return added.length === 0 && isSame(over.to, to) ? null : { ...op, from: over.to, to, added }
}

/**
 * The order of blocks after two changes. The second counts if it moved blocks, else the first. Blocks that only one side
 * has are added ones, and follow the block before them.
 */
function mergedOrder(base: readonly BlockId[], first: readonly BlockId[], second: readonly BlockId[]): BlockId[] {
  const [inBase, inFirst, inSecond] = [new Set(base), new Set(first), new Set(second)]
  const stays = (id: BlockId): boolean => !inBase.has(id) || (inFirst.has(id) && inSecond.has(id))
  const common = (list: readonly BlockId[]): BlockId[] => list.filter((id) => inBase.has(id) && stays(id))
  const isMoved = !isSame(common(base), common(second))
  const [leading, other] = isMoved ? [second, first] : [first, second]
  const order = leading.filter(stays)
  for (const [index, id] of other.entries()) {
    if (!stays(id) || order.includes(id)) continue
    const before = other.slice(0, index).findLast((earlier) => order.includes(earlier))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
  }
  return order
}
