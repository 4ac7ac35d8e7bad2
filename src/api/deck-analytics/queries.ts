import { sql } from 'kysely'
import { type Structure, slideIds } from '../../document/structure.ts'
import { progressSteps } from '../../rules/progress.ts'
import type { Db } from '../../server/db/open-database.ts'
import { structureAt } from '../decks/content-queries.ts'
import type { Reading } from './reading-ticket.ts'

/** What one reading tells. */
export interface Told {
  readonly slides: readonly string[]
  /** The step the page has reached by its own count: 0, 50 or 100 per cent of the slides. */
  readonly progress: number
}

/** A day as the sums are kept by: 2026-11-22, in UTC. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

/** Whether this loading of a page has told something before. */
export async function isKnownReading(db: Db, number: string): Promise<boolean> {
  const row = await db.selectFrom('deck_readings').select('number').where('number', '=', number).executeTakeFirst()
  return row !== undefined
}

/**
 * Adds what a reading tells to the sums of its day. However often it tells the same, each slide, each step and the
 * reading itself count once; slides that the deck did not have are left out, and a step counts when the slides that were
 * told of are enough for it. Runs in a transaction.
 */
export async function countReading(
  db: Db,
  kind: 'sqlite' | 'postgres',
  reading: Reading,
  told: Told,
  now: Date,
): Promise<void> {
  const stored = await structureAt(db, reading.deckId, reading.version)
  if (!stored) return
  const { isNew, day, seen, progress } = await openReading(db, kind, reading, now)
  const has = new Set(slideIds(stored.structure as Structure))
  const before = new Set(seen)
  const fresh = [...new Set(told.slides)].filter((id) => has.has(id) && !before.has(id)).sort()
  const reached = Math.max(progress, Math.min(told.progress, stepOf(seen.length + fresh.length, reading.slides)))
  if (!isNew && fresh.length === 0 && reached === progress) return
  const half = progress < 50 && reached >= 50 ? 1 : 0
  const whole = progress < 100 && reached >= 100 ? 1 : 0
  if (isNew || half || whole) await addToDay(db, reading.deckId, day, { readings: isNew ? 1 : 0, half, whole })
  await addToSlides(db, reading.deckId, day, fresh)
  await db
    .updateTable('deck_readings')
    .set({ seen: JSON.stringify([...seen, ...fresh]), progress: reached })
    .where('number', '=', reading.number)
    .execute()
}

/** The step, in per cent, that so many seen slides of all reach. */
function stepOf(seen: number, all: number): number {
  const reached = progressSteps.filter((step) => all > 0 && seen / all >= step)
  return Math.max(0, ...reached) * 100
}

/** The reading's row, made when it tells for the first time, and held until the transaction ends. */
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
    // SQLite has one writer at a time and no word for this.
    .$if(kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
  return { ...row, isNew: numInsertedOrUpdatedRows === 1n }
}

async function addToDay(
  db: Db,
  deckId: number,
  day: string,
  more: { readings: number; half: number; whole: number },
): Promise<void> {
  await db
    .insertInto('deck_reading_days')
    .values({ deck_id: deckId, day, ...more })
    .onConflict((conflict) =>
      conflict.columns(['deck_id', 'day']).doUpdateSet((e) => ({
        readings: e('deck_reading_days.readings', '+', more.readings),
        half: e('deck_reading_days.half', '+', more.half),
        whole: e('deck_reading_days.whole', '+', more.whole),
      })),
    )
    .execute()
}

/** Adds one view to each slide. `slides` in order: two readers at once must not wait for each other in a circle. */
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

/** The sums of a deck's days from one on. */
export async function daysSince(db: Db, deckId: number, first: string) {
  return db
    .selectFrom('deck_reading_days')
    .select(['day', 'readings', 'half', 'whole'])
    .where('deck_id', '=', deckId)
    .where('day', '>=', first)
    .orderBy('day')
    .execute()
}

/** How often each slide was seen from a day on, by slide id. */
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

/** Whether anything is known of how a deck was read. */
export async function wasEverRead(db: Db, deckId: number): Promise<boolean> {
  const row = await db.selectFrom('deck_reading_days').select('day').where('deck_id', '=', deckId).limit(1).execute()
  return row.length > 0
}

/** Forgets which slides ended readings saw, and sums of days before `first`. */
export async function forgetOldReadings(db: Db, now: Date, first: string): Promise<void> {
  await db.deleteFrom('deck_readings').where('expires_at', '<=', now).execute()
  await db.deleteFrom('deck_reading_days').where('day', '<', first).execute()
  await db.deleteFrom('deck_slide_views').where('day', '<', first).execute()
}
