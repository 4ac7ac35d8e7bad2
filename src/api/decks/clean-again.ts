import { sql } from 'kysely'
import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import type { Structure } from '../../document/structure.ts'
import { checkLease } from '../../server/jobs/check-lease.ts'
import type { JobRun, Services } from '../../server/services.ts'
import { keepOriginals, originalOf, sizeOf } from './content-queries.ts'
import { contentRules } from './content-rules.ts'
import { cleanSlideAgain, cleanStructureAgain } from './fresh-content.ts'
import { lockDeck, updateDeck } from './queries.ts'

/** Rows that are read at once. */
const atOnce = 50

/**
 * Stores the slides, and the markup between them, that an older sanitizer cleaned as today's leaves them; answers how many.
 * Reading cleans them as well, so nothing unsafe is shown meanwhile; this ends the work that each reading would have.
 * What today's sanitizer refuses stays as it is and is shown empty. It may stop anywhere and begin anew.
 */
export async function cleanDecksAgain(services: Services, run: JobRun): Promise<number> {
  return (
    (await inBatches(run, (after: SlidePlace) => olderSlides(services, after), cleanSlide(services), firstSlide)) +
    (await inBatches(run, (after: Place) => olderStructures(services, after), cleanStructure(services), first))
  )
}

interface Place {
  readonly deck_id: number
  readonly since: number
}
interface SlidePlace extends Place {
  readonly slide_id: string
}
const first: Place = { deck_id: 0, since: 0 }
const firstSlide: SlidePlace = { ...first, slide_id: '' }

/** Cleans all rows, some at a time, each once; answers how many were stored. */
async function inBatches<After, Row extends After>(
  run: JobRun,
  read: (after: After) => Promise<Row[]>,
  clean: (row: Row) => Promise<boolean>,
  begin: After,
): Promise<number> {
  let [stored, after] = [0, begin]
  for (;;) {
    const rows = await read(after)
    if (rows.length === 0) return stored
    for (const row of rows) {
      checkLease(run)
      if (await clean(row)) stored += 1
      after = row
    }
    await run.progress(0.5)
  }
}

type OlderSlide = Awaited<ReturnType<typeof olderSlides>>[number]
type OlderStructure = Awaited<ReturnType<typeof olderStructures>>[number]

async function olderSlides({ database }: Services, { deck_id, slide_id, since }: SlidePlace) {
  return database.read
    .selectFrom('deck_slides')
    .select(['deck_id', 'slide_id', 'since', 'html', 'notes', 'size'])
    .where('sanitizer_version', '<', SANITIZER_VERSION)
    .where(sql<boolean>`(deck_id, slide_id, since) > (${deck_id}, ${slide_id}, ${since})`)
    .orderBy('deck_id')
    .orderBy('slide_id')
    .orderBy('since')
    .limit(atOnce)
    .execute()
}

async function olderStructures({ database }: Services, { deck_id, since }: Place) {
  return database.read
    .selectFrom('deck_structures')
    .select(['deck_id', 'since', 'structure'])
    .where('sanitizer_version', '<', SANITIZER_VERSION)
    .where(sql<boolean>`(deck_id, since) > (${deck_id}, ${since})`)
    .orderBy('deck_id')
    .orderBy('since')
    .limit(atOnce)
    .execute()
}

/** Stores one slide. What its deck counts follows, and its author can have what it was for a while. */
function cleanSlide(services: Services): (row: OlderSlide) => Promise<boolean> {
  const { database, settings } = services
  const rules = contentRules(settings, 'enterprise')
  return async (row) => {
    const cleaned = cleanSlideAgain(row, rules)
    if (!cleaned) return false
    const { html, text, original } = cleaned
    const size = sizeOf({ html, notes: row.notes })
    return database.transaction(async (trx) => {
      // A save may replace the slide meanwhile, and counts the deck's bytes, too.
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
      // What the author once sent says more than what the older sanitizer left of it.
      if (original === null || (await originalOf(trx, deck.id, row.slide_id, new Date(0)))) return true
      await keepOriginals(trx, deck.id, [{ slide_id: row.slide_id, html: original }], deck.version, services.now())
      return true
    })
  }
}

function cleanStructure({ database, settings }: Services): (row: OlderStructure) => Promise<boolean> {
  const rules = contentRules(settings, 'enterprise')
  return async (row) => {
    const structure = cleanStructureAgain(row.structure as unknown as Structure, rules)
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
