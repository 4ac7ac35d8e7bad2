import { sql } from 'kysely'
import { type Structure, slideIds } from '../../document/structure.ts'
import { progressSteps } from '../../rules/progress.ts'
import type { Db } from '../../server/db/open-database.ts'
import { structureAt } from '../decks/content-queries.ts'
import type { Reading } from './reading-token.ts'

/** A progress report of one reading. */
export interface ProgressReport {
  readonly slides: readonly string[]
  /** The step by the page's own count: 0, 50 or 100 percent of the slides. */
  readonly progress: number
}

/** The day of a time as in the sums: 2026-11-22, in UTC. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

/** Whether a reading has reported before. */
export async function hasReported(db: Db, number: string): Promise<boolean> {
  const row = await db.selectFrom('deck_readings').select('number').where('number', '=', number).executeTakeFirst()
  return row !== undefined
}

/**
 * Adds a report to the sums of its day. Each slide, each step and the reading itself count once, even in repeated
 * reports. Ids that are no slides of the deck are ignored. A step counts only if enough slides were reported. Runs in a
 * transaction.
 */
export async function countReading(
  db: Db,
  kind: 'sqlite' | 'postgres',
  reading: Reading,
  report: ProgressReport,
  now: Date,
): Promise<void> {
  const stored = await structureAt(db, reading.deckId, reading.version)
  if (!stored) return
  const { isNew, day, seen, progress } = await openReading(db, kind, reading, now)
  const has = new Set(slideIds(stored.structure as Structure))
  const before = new Set(seen)
  const added = [...new Set(report.slides)].filter((id) => has.has(id) && !before.has(id)).sort()
  const reached = Math.max(progress, Math.min(report.progress, stepOf(seen.length + added.length, reading.slides)))
  if (!isNew && added.length === 0 && reached === progress) return
  const half = progress < 50 && reached >= 50 ? 1 : 0
  const whole = progress < 100 && reached >= 100 ? 1 : 0
  if (isNew || half || whole) await addToDay(db, reading.deckId, day, { readings: isNew ? 1 : 0, half, whole })
  await addToSlides(db, reading.deckId, day, added)
  await db
    .updateTable('deck_readings')
    .set({ seen: JSON.stringify([...seen, ...added]), progress: reached })
    .where('number', '=', reading.number)
    .execute()
}

/** The step, in percent, that `seen` of `all` slides reach. */
function stepOf(seen: number, all: number): number {
  const reached = progressSteps.filter((step) => all > 0 && seen / all >= step)
  return Math.max(0, ...reached) * 100
}

/** Inserts the reading's row if it is new, and locks it until the transaction ends. */
async function openReading(db: Db, kind: 'sqlite' | 'postgres', reading: Reading, now: Date) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('deck_readings')
    .values({
      number: reading.number,
      deck_id: reading.deckId,
      day: dayOf(now),
      seen: '[]',
      progress: 0,
      expires_at: new Date(reading.expires),
    })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .executeTakeFirst()
  const row = await db
    .selectFrom('deck_readings')
    .select(['day', 'seen', 'progress'])
    .where('number', '=', reading.number)
    // SQLite has one writer at a time and no row locks.
    .$if(kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
  return { ...row, isNew: numInsertedOrUpdatedRows === 1n }
}

async function addToDay(
  db: Db,
  deckId: number,
  day: string,
  added: { readings: number; half: number; whole: number },
): Promise<void> {
  await db
    .insertInto('deck_reading_days')
    .values({ deck_id: deckId, day, ...added })
    .onConflict((conflict) =>
      conflict.columns(['deck_id', 'day']).doUpdateSet((e) => ({
        readings: e('deck_reading_days.readings', '+', added.readings),
        half: e('deck_reading_days.half', '+', added.half),
        whole: e('deck_reading_days.whole', '+', added.whole),
      })),
    )
    .execute()
}

/** Adds one view to each slide. `slides` must be sorted, so that concurrent transactions cannot deadlock. */
async function addToSlides(db: Db, deckId: number, day: string, slides: readonly string[]): Promise<void> {
  if (slides.length === 0) return
  await db
    .insertInto('deck_slide_views')
    .values(slides.map((slide_id) => ({ deck_id: deckId, day, slide_id, views: 1 })))
    .onConflict((conflict) =>
      conflict
        .columns(['deck_id', 'day', 'slide_id'])
        .doUpdateSet((e) => ({ views: e('deck_slide_views.views', '+', 1) })),
    )
    .execute()
}

/** The sums per day from `first` on. */
export async function daysSince(db: Db, deckId: number, first: string) {
  return db
    .selectFrom('deck_reading_days')
    .select(['day', 'readings', 'half', 'whole'])
    .where('deck_id', '=', deckId)
    .where('day', '>=', first)
    .orderBy('day')
    .execute()
}

/** The views of each slide from `first` on, by slide id. */
export async function slideViewsSince(db: Db, deckId: number, first: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('deck_slide_views')
    .select(['slide_id', sql<string | number>`sum(views)`.as('views')])
    .where('deck_id', '=', deckId)
    .where('day', '>=', first)
    .groupBy('slide_id')
    .execute()
  return new Map(rows.map((row) => [row.slide_id, Number(row.views)]))
}

/** Whether a deck has any reading. */
export async function wasEverRead(db: Db, deckId: number): Promise<boolean> {
  const row = await db.selectFrom('deck_reading_days').select('day').where('deck_id', '=', deckId).limit(1).execute()
  return row.length > 0
}

/** Deletes ended readings, and sums of days before `first`. */
export async function deleteOldReadings(db: Db, now: Date, first: string): Promise<void> {
  await db.deleteFrom('deck_readings').where('expires_at', '<=', now).execute()
  await db.deleteFrom('deck_reading_days').where('day', '<', first).execute()
  await db.deleteFrom('deck_slide_views').where('day', '<', first).execute()
}
