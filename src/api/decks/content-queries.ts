import { sql } from 'kysely'
import { type Structure, slideIds } from '../../document/structure.ts'
import type { Db } from '../../server/db/open-database.ts'

/** A slide's content as it is stored. */
export interface StoredSlide {
  readonly slide_id: string
  readonly html: string
  readonly notes: string
  readonly sanitizer_version: number
}

/** The order of the slides as it is stored. */
export interface StoredStructure {
  readonly structure: Structure
  readonly sanitizer_version: number
}

/** What a save writes of one slide. */
export interface NewSlideContent {
  readonly slide_id: string
  readonly html: string
  readonly notes: string
  /** The words that search reads. */
  readonly text: string
  readonly sanitizer_version: number
}

/** Rows of one insert: databases limit the parameters of a statement. */
const rowsPerInsert = 200

/** UTF-8 bytes that a slide counts against its deck's limit. */
export function sizeOf(slide: { readonly html: string; readonly notes: string }): number {
  return Buffer.byteLength(slide.html) + Buffer.byteLength(slide.notes)
}

/** The order of the slides as of a version. Null when the deck has none, or when that version has been cleared away. */
export async function structureAt(
  db: Db,
  deckId: number,
  version: number,
): Promise<(StoredStructure & { since: number }) | null> {
  const row = await db
    .selectFrom('deck_structures')
    .select(['since', 'structure', 'sanitizer_version'])
    .where('deck_id', '=', deckId)
    .where('since', '<=', version)
    .orderBy('since', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...row, structure: row.structure as unknown as Structure } : null
}

/** All slides as of a version, in no order. */
export async function slidesAt(db: Db, deckId: number, version: number): Promise<StoredSlide[]> {
  return db
    .selectFrom('deck_slides')
    .select(['slide_id', 'html', 'notes', 'sanitizer_version'])
    .where('deck_id', '=', deckId)
    .where('since', '<=', version)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', version)]))
    .execute()
}

/** The notes that are not empty, by slide id. */
export async function notesAt(db: Db, deckId: number, version: number): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('deck_slides')
    .select(['slide_id', 'notes'])
    .where('deck_id', '=', deckId)
    .where('since', '<=', version)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', version)]))
    .where('notes', '<>', '')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.slide_id, row.notes]))
}

/** The current content of some slides; those that the deck does not have now are missing. */
export async function currentSlides(db: Db, deckId: number, ids: readonly string[]) {
  return db
    .selectFrom('deck_slides')
    .select(['slide_id', 'html', 'notes', 'text', 'size', 'sanitizer_version'])
    .where('deck_id', '=', deckId)
    .where('slide_id', 'in', ids)
    .where('until', 'is', null)
    .execute()
}

/** Which slides got their present content after a version: what somebody who began from it has not seen. */
export async function slidesChangedSince(db: Db, deckId: number, version: number): Promise<StoredSlide[]> {
  return db
    .selectFrom('deck_slides')
    .select(['slide_id', 'html', 'notes', 'sanitizer_version'])
    .where('deck_id', '=', deckId)
    .where('until', 'is', null)
    .where('since', '>', version)
    .execute()
}

/** Ends the present content of some slides with a version; their earlier versions stay as they are. */
export async function endSlides(db: Db, deckId: number, ids: readonly string[], version: number): Promise<void> {
  await db
    .updateTable('deck_slides')
    .set({ until: version })
    .where('deck_id', '=', deckId)
    .where('slide_id', 'in', ids)
    .where('until', 'is', null)
    .execute()
}

/** Gives slides a content that holds from this version on. Their earlier content must have been ended. */
export async function beginSlides(
  db: Db,
  deckId: number,
  slides: readonly NewSlideContent[],
  version: number,
): Promise<void> {
  for (let start = 0; start < slides.length; start += rowsPerInsert) {
    const rows = slides.slice(start, start + rowsPerInsert)
    await db
      .insertInto('deck_slides')
      .values(rows.map((slide) => ({ ...slide, deck_id: deckId, since: version, until: null, size: sizeOf(slide) })))
      .execute()
  }
}

/** Writes the order that holds from this version on. */
export async function writeStructure(
  db: Db,
  deckId: number,
  { structure, sanitizer_version }: StoredStructure,
  version: number,
): Promise<void> {
  await db
    .insertInto('deck_structures')
    .values({ deck_id: deckId, since: version, structure: JSON.stringify(structure), sanitizer_version })
    .execute()
}

/** Copies a deck's present content into a new deck, as its version 1. Slides keep their ids; notes come along if they may. */
export async function copyContent(
  db: Db,
  from: { readonly id: number; readonly version: number },
  toDeckId: number,
  withNotes: boolean,
): Promise<void> {
  await db
    .insertInto('deck_slides')
    .columns(['deck_id', 'slide_id', 'since', 'until', 'html', 'notes', 'text', 'size', 'sanitizer_version'])
    .expression((query) =>
      query
        .selectFrom('deck_slides')
        .select((e) => [
          e.lit(toDeckId).as('deck_id'),
          'slide_id',
          e.lit(1).as('since'),
          e.lit(null).as('until'),
          'html',
          withNotes ? e.ref('notes').as('notes') : sql<string>`''`.as('notes'),
          'text',
          'size',
          'sanitizer_version',
        ])
        .where('deck_id', '=', from.id)
        .where('until', 'is', null),
    )
    .execute()
  const stored = await structureAt(db, from.id, from.version)
  if (stored) await writeStructure(db, toDeckId, stored, 1)
}

/**
 * Keeps what an author sent of slides from which something was taken out. Only the newest of a slide can be asked for,
 * so it takes the place of the one before: else each autosave of such a slide would stay for a month.
 */
export async function keepOriginals(
  db: Db,
  deckId: number,
  originals: readonly { readonly slide_id: string; readonly html: string }[],
  version: number,
  now: Date,
): Promise<void> {
  if (originals.length === 0) return
  const ids = originals.map((original) => original.slide_id)
  await db.deleteFrom('slide_originals').where('deck_id', '=', deckId).where('slide_id', 'in', ids).execute()
  await db
    .insertInto('slide_originals')
    .values(originals.map((original) => ({ ...original, deck_id: deckId, version, created_at: now })))
    .execute()
}

/** The newest kept original of a slide, not older than `after`. */
export async function originalOf(db: Db, deckId: number, slideId: string, after: Date) {
  return db
    .selectFrom('slide_originals')
    .select(['slide_id', 'version', 'html', 'created_at'])
    .where('deck_id', '=', deckId)
    .where('slide_id', '=', slideId)
    .where('created_at', '>', after)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Bytes of a deck's current slides, counted. A save keeps the number by itself; this is for whole rewrites. */
export function sizeOfAll(slides: readonly { readonly html: string; readonly notes: string }[]): number {
  return slides.reduce((sum, slide) => sum + sizeOf(slide), 0)
}

/** Slide ids that a structure names but `have` does not hold. */
export function missingSlides(structure: Structure, have: ReadonlySet<string>): string[] {
  return slideIds(structure).filter((id) => !have.has(id))
}
