import { sql } from 'kysely'
import type { SlideId } from '../../document/deck-model.ts'
import type { Op } from '../../document/ops/op.ts'
import { isHiddenSection } from '../../document/output/audience-slides.ts'
import { isHiddenStack } from '../../document/structure.ts'
import { limits } from '../../rules/limits.ts'
import type { Db } from '../../server/db/open-database.ts'
import { prepared } from '../../server/db/prepared.ts'
import { structureAt } from '../decks/content-queries.ts'

/** What changed in one version of a deck. */
export interface StoredBatch {
  /** The version. */
  readonly seq: number
  /** The save id. */
  readonly batch_id: string
  readonly user_id: number
  /** Null if the changes are too large, or not known one by one: following clients read the deck again. */
  readonly ops: readonly Op[] | null
}

/** Old batches of a deck are deleted once in this number of versions. */
const cleanEvery = 100
/** Up to this number of versions, their operations are read without asking for their size. */
const fewVersions = Math.floor(limits.batch.readBytes / limits.batch.storedBytes)

/** Stores what changed in a version, and returns what was stored. Changes that are too large are stored as null. */
export async function storeBatch(db: Db, deckId: number, batch: StoredBatch, now: Date): Promise<StoredBatch> {
  const json = batch.ops && JSON.stringify(batch.ops)
  const ops = json !== null && Buffer.byteLength(json) <= limits.batch.storedBytes ? json : null
  await insertBatch(db, deckId, batch.seq, batch.batch_id, batch.user_id, ops, now)
  if (batch.seq % cleanEvery === 0) {
    const oldest = batch.seq - limits.batch.keptVersions
    await db.deleteFrom('deck_batches').where('deck_id', '=', deckId).where('seq', '<=', oldest).execute()
  }
  return ops === null ? { ...batch, ops } : batch
}

const insertBatch = prepared(
  (db, deck_id: number, seq: number, batch_id: string, user_id: number, ops: string | null, at: Date) =>
    db.insertInto('deck_batches').values({ deck_id, seq, batch_id, user_id, ops, at }),
)

/**
 * The batches after a version up to another, in order. Null if one is missing (a version made otherwise, or too old), or
 * if they are too many or too large: reading and parsing them would block other requests.
 */
export async function batchesBetween(
  db: Db,
  deckId: number,
  since: number,
  upTo: number,
): Promise<readonly StoredBatch[] | null> {
  if (upTo === since) return []
  if (upTo < since || upTo - since > limits.batch.readVersions) return null
  if (upTo - since > fewVersions) {
    const bytes = sql<number | string | null>`sum(length(cast(ops as text)))`.as('bytes')
    const all = await storedBatches(db, deckId, since, upTo).select(bytes).executeTakeFirst()
    if (Number(all?.bytes ?? 0) > limits.batch.readBytes) return null
  }
  const rows = await batchRows(db, deckId, since, upTo)
  // Only operations are stored; the schema may not name the document's types.
  return rows.length === upTo - since ? rows.map((row) => ({ ...row, ops: row.ops as readonly Op[] | null })) : null
}

function storedBatches(db: Db, deckId: number, since: number, upTo: number) {
  const batches = db.selectFrom('deck_batches').where('deck_id', '=', deckId)
  return batches.where('seq', '>', since).where('seq', '<=', upTo)
}

const batchRows = prepared((db, deckId: number, since: number, upTo: number) =>
  storedBatches(db, deckId, since, upTo).select(['seq', 'batch_id', 'user_id', 'ops']).orderBy('seq'),
)

/** Deletes batches past their retention. */
export async function deleteOldBatches(db: Db, now: Date): Promise<void> {
  const old = new Date(now.getTime() - limits.batch.keptHours * 60 * 60 * 1000)
  await db.deleteFrom('deck_batches').where('at', '<', old).execute()
}

/** The ids of the slides that are hidden from audiences in one of a deck's versions from `first` to `last`. */
export async function hiddenSlides(db: Db, deckId: number, first: number, last: number): Promise<Set<SlideId>> {
  const rows = await db
    .selectFrom('deck_slides')
    .select(['slide_id', 'html'])
    .where('deck_id', '=', deckId)
    .where('since', '<=', last)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', first)]))
    // Few decks have hidden slides: none is parsed without the attribute.
    .where(sql<boolean>`html like '%data-visibility%'`)
    .execute()
  const hidden = new Set(rows.filter(({ html }) => isHiddenSection(html)).map((row) => row.slide_id))
  const stored = await structureAt(db, deckId, last)
  const stacks = stored?.structure.stacks.filter(isHiddenStack) ?? []
  for (const { slides } of stacks) for (const id of slides) hidden.add(id)
  return hidden
}
