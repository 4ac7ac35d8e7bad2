import { sql } from 'kysely'
import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import type { Structure } from '../../document/structure.ts'
import { checkLease } from '../../server/jobs/check-lease.ts'
import type { JobRun, Services } from '../../server/services.ts'
import { originalOf, sizeOf, storeOriginals } from './content-queries.ts'
import { contentRules } from './content-rules.ts'
import { lockDeck, updateDeck } from './queries.ts'
import { resanitizeSlide, resanitizeStructure } from './sanitized-content.ts'

/** Rows per batch. */
const batchSize = 50

/**
 * Sanitizes slides and the markup between them again if an older sanitizer stored them. Returns the number of stored
 * rows. Each read sanitizes outdated rows too, so nothing unsafe is shown before the job. After it, reads need not
 * sanitize. Content that today's sanitizer refuses is left unchanged and shown empty. The job can stop anywhere and
 * restart.
 */
export async function resanitizeDecks(services: Services, run: JobRun): Promise<number> {
  return (
    (await inBatches(run, (after: SlideKey) => outdatedSlides(services, after), storeSlide(services), firstSlide)) +
    (await inBatches(
      run,
      (after: StructureKey) => outdatedStructures(services, after),
      storeStructure(services),
      first,
    ))
  )
}

interface StructureKey {
  readonly deck_id: number
  readonly since: number
}
interface SlideKey extends StructureKey {
  readonly slide_id: string
}
const first: StructureKey = { deck_id: 0, since: 0 }
const firstSlide: SlideKey = { ...first, slide_id: '' }

/** Sanitizes all rows once, in batches. Returns the number of stored rows. */
async function inBatches<After, Row extends After>(
  run: JobRun,
  read: (after: After) => Promise<Row[]>,
  resanitize: (row: Row) => Promise<boolean>,
  begin: After,
): Promise<number> {
  let [stored, after] = [0, begin]
  for (;;) {
    const rows = await read(after)
    if (rows.length === 0) return stored
    for (const row of rows) {
      checkLease(run)
      if (await resanitize(row)) stored += 1
      after = row
    }
    await run.progress(0.5)
  }
}

type OutdatedSlide = Awaited<ReturnType<typeof outdatedSlides>>[number]
type OutdatedStructure = Awaited<ReturnType<typeof outdatedStructures>>[number]

async function outdatedSlides({ database }: Services, { deck_id, slide_id, since }: SlideKey) {
  return database.read
    .selectFrom('deck_slides')
    .select(['deck_id', 'slide_id', 'since', 'html', 'notes', 'size'])
    .where('sanitizer_version', '<', SANITIZER_VERSION)
    .where(sql<boolean>`(deck_id, slide_id, since) > (${deck_id}, ${slide_id}, ${since})`)
    .orderBy('deck_id')
    .orderBy('slide_id')
    .orderBy('since')
    .limit(batchSize)
    .execute()
}

async function outdatedStructures({ database }: Services, { deck_id, since }: StructureKey) {
  return database.read
    .selectFrom('deck_structures')
    .select(['deck_id', 'since', 'structure'])
    .where('sanitizer_version', '<', SANITIZER_VERSION)
    .where(sql<boolean>`(deck_id, since) > (${deck_id}, ${since})`)
    .orderBy('deck_id')
    .orderBy('since')
    .limit(batchSize)
    .execute()
}

/** Stores one slide, updates its deck's size, and stores the original for its author. */
function storeSlide(services: Services): (row: OutdatedSlide) => Promise<boolean> {
  const { database, settings } = services
  const rules = contentRules(settings, 'enterprise')
  return async (row) => {
    const cleaned = resanitizeSlide(row, rules)
    if (!cleaned) return false
    const { html, text, original } = cleaned
    const size = sizeOf({ html, notes: row.notes })
    return database.transaction(async (trx) => {
      // Locks the deck: a concurrent save may replace the slide and update the deck's size.
      const deck = await lockDeck(trx, database.kind, row.deck_id)
      const stored = await trx
        .updateTable('deck_slides')
        .set({ html, text, size, sanitizer_version: SANITIZER_VERSION })
        .where('deck_id', '=', row.deck_id)
        .where('slide_id', '=', row.slide_id)
        .where('since', '=', row.since)
        .where('sanitizer_version', '<', SANITIZER_VERSION)
        .returning('until')
        .executeTakeFirst()
      if (!deck || !stored) return false
      if (stored.until !== null) return true
      await updateDeck(trx, deck.id, { content_bytes: deck.content_bytes + size - row.size })
      // The author's own original takes precedence over the older sanitizer's output.
      if (original === null || (await originalOf(trx, deck.id, row.slide_id, new Date(0)))) return true
      await storeOriginals(trx, deck.id, [{ slide_id: row.slide_id, html: original }], deck.version, services.now())
      return true
    })
  }
}

function storeStructure({ database, settings }: Services): (row: OutdatedStructure) => Promise<boolean> {
  const rules = contentRules(settings, 'enterprise')
  return async (row) => {
    // The table's types may not import the document's; only structures are stored.
    const structure = resanitizeStructure(row.structure as Structure, rules)
    if (!structure) return false
    await database.write
      .updateTable('deck_structures')
      .set({ structure: JSON.stringify(structure), sanitizer_version: SANITIZER_VERSION })
      .where('deck_id', '=', row.deck_id)
      .where('since', '=', row.since)
      .where('sanitizer_version', '<', SANITIZER_VERSION)
      .execute()
    return true
  }
}
