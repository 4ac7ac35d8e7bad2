import { blocks } from '../../blocks/index.ts'
import type { Deck } from '../../document/deck-model.ts'
import { contentHash } from '../../document/ids.ts'
import { type Op, partOf } from '../../document/ops/op.ts'
import { opsBetween } from '../../document/ops/ops-between.ts'
import { limits } from '../../rules/limits.ts'
import type { NewerVersion, Saved, SaveRequest, SaveTransport } from '../autosave/save-transport.ts'
import { followed, type ReceivedBatch } from './batch-inbox.ts'

/** A batch to send: what changed since the version `base`. `hashes`: fingerprints of the changed slides' HTML. */
export interface OutgoingBatch {
  readonly id: string
  readonly base: number
  readonly ops: Op[]
  readonly hashes: Record<string, string>
}

/** The answer to a batch that is on the disk. */
interface WrittenBatch {
  readonly ok: true
  readonly seq: number
  readonly slug: string | null
  /** What else changed since the base, in order. */
  readonly before: readonly ReceivedBatch[]
  /** The batch as it was written. */
  readonly ops: readonly Op[]
  readonly removed: readonly string[]
}

/** How batches reach the server. */
export interface BatchLine {
  isOpen(): boolean
  /** Null without an answer: the batch may have been written. */
  send(batch: OutgoingBatch): Promise<WrittenBatch | { readonly ok: false } | null>
  /** Reads the newest version by a request. */
  readNewer(since: number): Promise<NewerVersion>
}

/**
 * Saves by batches, and by requests where that is not possible: no socket, a new deck, an overwrite, large changes, or a
 * batch that was refused or not answered. A request repeats the batch's save id, so nothing is written twice.
 */
export function createSaveStream(line: BatchLine, requests: SaveTransport): SaveTransport {
  return {
    async save(request, signal): Promise<Saved> {
      const batch = line.isOpen() ? batchOf(request) : null
      const answer = batch && (await line.send(batch))
      if (batch && answer?.ok) return written(line, request, batch, answer)
      const saved = await requests.save(request, signal)
      if (request.deckId === null || request.overwrite || saved.version === request.version + 1) return saved
      // An earlier attempt had written it as a batch on a newer version than its base, whose changes this window lacks.
      return withNewer(line, request, saved)
    },
  }
}

function batchOf({ deckId, saveId, version, overwrite, before, after, content }: SaveRequest): OutgoingBatch | null {
  if (deckId === null || overwrite) return null
  const ops = opsBetween(before, after, blocks)
  const hashes = Object.entries(content.changed).map(([id, html]) => [id, contentHash(html)] as const)
  const batch = { id: saveId, base: version, ops, hashes: Object.fromEntries(hashes) }
  const isSmall = ops.length <= limits.batch.ops && byteLength(JSON.stringify(batch)) <= limits.batch.bytes
  return isSmall && ops.length > 0 ? batch : null
}

async function written(
  line: BatchLine,
  request: SaveRequest,
  sent: OutgoingBatch,
  { seq, slug, before, ops, removed }: WrittenBatch,
): Promise<Saved> {
  const saved = { deckId: request.deckId ?? 0, version: seq, slug, cleaned: {}, removed }
  if (before.length === 0 && removed.length === 0 && ops.every((op) => isAsSent(op, sent))) return saved
  const theirs = followed(request.before, [...before, { ops }])
  if (!theirs) return withNewer(line, request, saved)
  const elsewhere = before.flatMap((batch) => batch.ops.flatMap((op) => ('slide' in op ? [op.slide] : [])))
  return { ...saved, theirs, changedElsewhere: new Set(elsewhere) }
}

/** Whether a written operation gives what this window has. The server shortens and cleans texts, notes included. */
function isAsSent(op: Op, { ops, hashes }: OutgoingBatch): boolean {
  if (op.kind === 'check-slide') return hashes[op.slide] === op.hash
  if (op.kind !== 'notes' && op.kind !== 'put-slide') return true
  const own = ops.find((other) => partOf(other) === partOf(op))
  if (op.kind === 'notes') return own?.kind === 'notes' && JSON.stringify(own.delta) === JSON.stringify(op.delta)
  return own?.kind === 'put-slide' && own.html === op.html && own.notes === op.notes
}

async function withNewer(line: BatchLine, request: SaveRequest, saved: Saved): Promise<Saved> {
  const newer = await line.readNewer(request.version)
  const theirs: Deck = newer.theirs(request.before)
  return { ...saved, version: newer.version, cleaned: {}, theirs }
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
