import { z } from 'zod'
import type { BlockType } from '../../document/deck-model.ts'
import { fieldPattern } from '../../document/ops/block-fields.ts'
import { type Op, partOf } from '../../document/ops/op.ts'
import { limits } from '../../rules/limits.ts'
import { saveId, slideId as slide, structure } from '../decks/contract.ts'

/** Batches of changes, as the editor's channel carries them. */

/** The most parts of a change of a text, and characters of a field's name and of a slide's fingerprint. */
export const batchForm = { deltaParts: 2_000, field: 200, hash: 20 } as const

const block = z.string().regex(/^[0-9a-f]{16}$/)
const text = z.string().max(limits.batch.bytes)
const count = z.int().min(1).max(limits.batch.bytes)
const look = z.string().max(2_000).optional()

const delta = z
  .array(
    z.union([
      z.strictObject({ keep: count, look }),
      z.strictObject({ drop: count }),
      z.strictObject({ put: text.min(1), look }),
      z.strictObject({ unit: text.min(1), look }),
    ]),
  )
  .min(1)
  .max(batchForm.deltaParts)

/** A block's type: one that is unknown is refused by what renders the block. */
const type = z.custom<BlockType>((value) => typeof value === 'string' && value.length <= 40)
const pairs = z.array(z.tuple([z.string().max(200), text])).max(200)
const finite = z.number().min(-1_000_000).max(1_000_000)
const addedBlock = z.strictObject({
  id: block,
  type,
  frame: z.strictObject({ x: finite, y: finite, width: finite, height: finite.nullable(), rotation: finite }),
  name: text,
  locked: z.boolean(),
  fragment: z.strictObject({ style: z.string().max(100), index: z.int().min(0).nullable() }).nullable(),
  classes: z.array(z.string().max(200)).max(100),
  style: pairs,
  attributes: pairs,
  props: z.record(z.string().max(100), z.json()),
})

const field = z.string().max(batchForm.field).regex(fieldPattern)
const name = z.string().max(100)
const ids = z.array(block).max(limits.batch.ops)

/** One operation (see document/ops/op.ts). Its values are checked by what they are applied to. */
const op: z.ZodType<Op> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('structure'), from: structure, to: structure }),
  z.strictObject({ kind: z.literal('setting'), name, value: z.json() }),
  z.strictObject({ kind: z.literal('put-slide'), slide, html: text, notes: text }),
  z.strictObject({ kind: z.literal('drop-slide'), slide }),
  z.strictObject({ kind: z.literal('attribute'), slide, name, value: text.nullable() }),
  z.strictObject({ kind: z.literal('notes'), slide, delta }),
  z.strictObject({ kind: z.literal('blocks'), slide, from: ids, to: ids, added: z.array(addedBlock).max(500) }),
  z.strictObject({ kind: z.literal('set'), slide, block, field, value: z.json().optional() }),
  z.strictObject({ kind: z.literal('text'), slide, block, field, delta }),
])

/** A batch as an editor sends it: what it changed since `base`. */
export const sentBatch = z.strictObject({
  /** The save id: a repeated batch gets the first answer. */
  id: saveId,
  base: z.int().min(1).max(limits.deck.version),
  ops: z
    .array(op)
    .min(1)
    .max(limits.batch.ops)
    // Each one is applied to the whole of its part: a thousand to one long text would block other requests.
    .refine((ops) => new Set(ops.map(partOf)).size === ops.length, 'Each part of a deck is changed once'),
  /**
   * Fingerprints (document/ids.ts) of the HTML of changed slides on the sender's side. Where the server makes other HTML
   * of the operations, it refuses the batch: the sender saves the slides themselves.
   */
  hashes: z.record(slide, z.string().max(batchForm.hash)),
})
export type SentBatch = z.output<typeof sentBatch>

/** A batch that the server wrote, as it is sent to those who follow the deck. */
export interface Batch {
  /** The version that it made. */
  readonly seq: number
  readonly id: string
  readonly user_id: number
  readonly ops: readonly Op[]
}

/** `batches`: what other versions changed, in order; `resync`: read the deck again, up to this version at least. */
export type BatchesMessage = { readonly batches: readonly Batch[] } | { readonly resync: number }

/** The answer to a batch. Only `ok` says that it is on the disk. */
export type BatchAnswer =
  | {
      readonly ok: true
      readonly seq: number
      readonly slug: string | null
      /** What else changed since the batch's base, in order. The batch itself follows as `ops`. */
      readonly before: readonly Batch[]
      /** The batch as it was written. */
      readonly ops: readonly Op[]
      /** Messages about what the sanitizer removed. */
      readonly removed: readonly string[]
    }
  /** The batch cannot be taken as it is: the sender saves by a request, which answers why, or merges. */
  | { readonly ok: false; readonly reason: 'save' }
  /** Too many batches. */
  | { readonly ok: false; readonly reason: 'wait'; readonly ms: number }
