import { isBlockId, isSlideId } from '../../document/ids.ts'
import { fieldPattern } from '../../document/ops/block-fields.ts'
import { type EditText, partOf, type SetField } from '../../document/ops/op.ts'
import type { TextDelta } from '../../document/ops/text-delta.ts'
import { limits } from '../../rules/limits.ts'
import { saveIdPattern } from '../decks/contract.ts'
import { batchForm, type SentBatch } from './messages.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * A parsed JSON body, if it is a batch that only types plain text into blocks and moves them: most are, and `sentBatch`
 * takes three times as long to say so. Everything that is returned here `sentBatch` accepts as it is. Null for all others,
 * which it decides about.
 */
export function plainBatch(body: unknown): SentBatch | null {
  if (!hasFields(body, ['id', 'base', 'ops', 'hashes'])) return null
  const { id, base, ops, hashes } = body
  if (!isText(id) || !saveIdPattern.test(id) || !isCount(base, limits.deck.version)) return null
  if (!Array.isArray(ops) || ops.length === 0 || ops.length > limits.batch.ops) return null
  if (!ops.every(isPlainOp) || !areHashes(hashes)) return null
  if (ops.length > 1 && new Set(ops.map(partOf)).size < ops.length) return null
  return { id, base, ops, hashes }
}

/** Whether a value is an object with these fields and no others. */
function hasFields(value: unknown, names: readonly string[]): value is Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  let count = 0
  for (const name in value) {
    if (!names.includes(name)) return false
    count += 1
  }
  return count === names.length
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isCount(value: unknown, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= most
}

function areHashes(value: unknown): value is Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(value).every(
    ([slide, hash]) => isSlideId(slide) && isText(hash) && hash.length <= batchForm.hash,
  )
}

function isPlainOp(op: unknown): op is SetField | EditText {
  if (hasFields(op, ['kind', 'slide', 'block', 'field', 'delta']))
    return op.kind === 'text' && isOfBlock(op) && isPlainDelta(op.delta)
  return (
    hasFields(op, ['kind', 'slide', 'block', 'field', 'value']) &&
    op.kind === 'set' &&
    isOfBlock(op) &&
    isFlat(op.value)
  )
}

function isOfBlock({ slide, block, field }: Fields): boolean {
  if (!isText(slide) || !isText(block) || !isText(field)) return false
  return isSlideId(slide) && isBlockId(block) && field.length <= batchForm.field && fieldPattern.test(field)
}

function isPlainDelta(delta: unknown): delta is TextDelta {
  return Array.isArray(delta) && delta.length > 0 && delta.length <= batchForm.deltaParts && delta.every(isPlainStep)
}

function isPlainStep(step: unknown): boolean {
  if (hasFields(step, ['keep'])) return isCount(step.keep, limits.batch.bytes)
  if (hasFields(step, ['drop'])) return isCount(step.drop, limits.batch.bytes)
  if (!hasFields(step, ['put'])) return false
  return isText(step.put) && step.put.length > 0 && step.put.length <= limits.batch.bytes
}

/** A place, a size, or another value without a depth. */
function isFlat(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isScalar(value)
  return !Array.isArray(value) && Object.entries(value).every(([name, one]) => /^[a-z]+$/.test(name) && isScalar(one))
}

function isScalar(value: unknown): boolean {
  return value === null || isText(value) || typeof value === 'boolean' || Number.isFinite(value)
}
