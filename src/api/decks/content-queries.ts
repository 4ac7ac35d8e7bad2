import { sql } from 'kysely'
import { type Structure, slideIds } from '../../document/structure.ts'
import type { Db } from '../../server/db/open-database.ts'
import { prepared } from '../../server/db/prepared.ts'
import { copyDeckMedia, listDeckMedia } from './deck-media.ts'

/** A slide's stored content. */
export interface StoredSlide {
  readonly slide_id: string
  /** The version that wrote it. */
  readonly since: number
  readonly html: string
  readonly notes: string
  readonly sanitizer_version: number
}

/** The stored structure: slide order and the markup between slides. */
export interface StoredStructure {
  readonly structure: Structure
  readonly sanitizer_version: number
}

/** The new content of one slide. */
export interface NewSlideContent {
  readonly slide_id: string
  readonly html: string
  readonly notes: string
  /** The text for the search index. */
  readonly text: string
  readonly sanitizer_version: number
}

/** Rows per insert: databases limit the parameters of a statement. */
const rowsPerInsert = 200

/** The UTF-8 bytes of a slide, which count toward its deck's limit. */
export function sizeOf(slide: { readonly html: string; readonly notes: string }): number {
  return Buffer.byteLength(slide.html) + Buffer.byteLength(slide.notes)
}

/** The structure at a version. Null if the deck has none, or the version was deleted. */
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
  // The table's types may not import the document's; only structures are stored.
  return row ? { ...row, structure: row.structure as Structure } : null
}

/** All slides at a version, unordered. */
export async function slidesAt(db: Db, deckId: number, version: number): Promise<StoredSlide[]> {
  return db
    .selectFrom('deck_slides')
    .select(['slide_id', 'since', 'html', 'notes', 'sanitizer_version'])
    .where('deck_id', '=', deckId)
    .where('since', '<=', version)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', version)]))
    .execute()
}

/** Some slides at a version, unordered. Slides that it does not have are missing. */
export async function slidesOfVersion(
  db: Db,
  deckId: number,
  version: number,
  ids: readonly string[],
): Promise<StoredSlide[]> {
  const [id] = ids
  if (id === undefined) return []
  // Most saves are of one slide.
  if (ids.length === 1) return slideOfVersion(db, deckId, id, version)
  return db
    .selectFrom('deck_slides')
    .select(['slide_id', 'since', 'html', 'notes', 'sanitizer_version'])
    .where('deck_id', '=', deckId)
    .where('slide_id', 'in', ids)
    .where('since', '<=', version)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', version)]))
    .execute()
}

async function slideOfVersion(db: Db, deckId: number, id: string, version: number): Promise<StoredSlide[]> {
  const row = await slideRow(db, deckId, id, version)
  if (!row) return []
  const { slide_id, since, html, notes, sanitizer_version } = row
  return [{ slide_id, since, html, notes, sanitizer_version }]
}

/**
 * The row of one slide at a version; null if the version does not have the slide. Reads one row: a slide that is written
 * to has hundreds of earlier ones, and a query for those that have not ended would read them all.
 */
export async function slideRow(db: Db, deckId: number, id: string, version: number) {
  const [row] = await latestSince(db, deckId, id, version)
  return row && (row.until === null || row.until > version) ? row : null
}

const latestSince = prepared((db, deckId: number, id: string, version: number) =>
  db
    .selectFrom('deck_slides')
    .select(['slide_id', 'since', 'html', 'notes', 'text', 'size', 'sanitizer_version', 'until'])
    .where('deck_id', '=', deckId)
    .where('slide_id', '=', id)
    .where('since', '<=', version)
    .orderBy('since', 'desc')
    .limit(sql.lit(1)),
)

/** The notes at a version by slide id, without empty ones. */
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

/** The current content of some slides. Deleted slides are missing. */
export async function currentSlides(db: Db, deckId: number, ids: readonly string[]) {
  if (ids.length === 1) return (await newestRow(db, deckId, ids[0]!)).filter(({ until }) => until === null)
  return db
    .selectFrom('deck_slides')
    .select(['slide_id', 'since', 'html', 'notes', 'text', 'size', 'sanitizer_version'])
    .where('deck_id', '=', deckId)
    .where('slide_id', 'in', ids)
    .where('until', 'is', null)
    .execute()
}

const newestRow = prepared((db, deckId: number, id: string) =>
  db
    .selectFrom('deck_slides')
    .select(['slide_id', 'since', 'html', 'notes', 'text', 'size', 'sanitizer_version', 'until'])
    .where('deck_id', '=', deckId)
    .where('slide_id', '=', id)
    .orderBy('since', 'desc')
    .limit(sql.lit(1)),
)

/** The slides whose current content is newer than a version. */
export async function slidesChangedSince(db: Db, deckId: number, version: number): Promise<StoredSlide[]> {
  return db
    .selectFrom('deck_slides')
    .select(['slide_id', 'since', 'html', 'notes', 'sanitizer_version'])
    .where('deck_id', '=', deckId)
    .where('until', 'is', null)
    .where('since', '>', version)
    .execute()
}

/** Ends the current content of some slides, their present rows, at a version. Earlier rows are unchanged. */
export async function endSlides(
  db: Db,
  deckId: number,
  slides: readonly { readonly slide_id: string; readonly since: number }[],
  version: number,
): Promise<void> {
  // One after the other: saves end few slides.
  for (const { slide_id, since } of slides) await endSlide(db, version, deckId, slide_id, since)
}

const endSlide = prepared((db, until: number, deckId: number, id: string, since: number) =>
  db
    .updateTable('deck_slides')
    .set({ until })
    .where('deck_id', '=', deckId)
    .where('slide_id', '=', id)
    .where('since', '=', since)
    .where('until', 'is', null),
)

/** Inserts the content of slides from a version on. Their earlier content must have been ended. */
export async function beginSlides(
  db: Db,
  deckId: number,
  slides: readonly NewSlideContent[],
  version: number,
): Promise<void> {
  for (let start = 0; start < slides.length; start += rowsPerInsert) {
    const rows = slides.slice(start, start + rowsPerInsert)
    const [only] = rows
    if (only && rows.length === 1) await insertSlide(db, ...slideValues(only, deckId, version))
    else
      await db
        .insertInto('deck_slides')
        .values(rows.map((slide) => ({ ...slide, deck_id: deckId, since: version, until: null, size: sizeOf(slide) })))
        .execute()
    await listDeckMedia(
      db,
      rows.map(({ slide_id, html }) => ({ deck_id: deckId, slide_id, since: version, html })),
    )
  }
}

type SlideValues = readonly [
  deckId: number,
  slideId: string,
  since: number,
  until: null,
  html: string,
  notes: string,
  text: string,
  size: number,
  sanitizerVersion: number,
]

function slideValues(slide: NewSlideContent, deckId: number, version: number): SlideValues {
  const { slide_id, html, notes, text, sanitizer_version } = slide
  return [deckId, slide_id, version, null, html, notes, text, sizeOf(slide), sanitizer_version]
}

const insertSlide = prepared((db, ...values: SlideValues) => {
  const [deck_id, slide_id, since, until, html, notes, text, size, sanitizer_version] = values
  return db
    .insertInto('deck_slides')
    .values({ deck_id, slide_id, since, until, html, notes, text, size, sanitizer_version })
})

/** Inserts the structure from a version on. */
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

/**
 * Copies a deck's current content to a new deck, as its version 1. Slides keep their ids; notes are copied with
 * `withNotes`.
 */
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
  await copyDeckMedia(db, from.id, toDeckId)
  const stored = await structureAt(db, from.id, from.version)
  if (stored) await writeStructure(db, toDeckId, stored, 1)
}

/**
 * Stores the authors' HTML of slides from which the sanitizer removed something. Each original replaces the slide's
 * earlier one, since only the newest is readable. Otherwise every autosave of such a slide would be stored for a month.
 */
export async function storeOriginals(
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

/** The stored original of a slide, if newer than `after`. */
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

/** Computes the bytes of all slides, for full rewrites. Saves update the stored number incrementally. */
export function sizeOfAll(slides: readonly { readonly html: string; readonly notes: string }[]): number {
  return slides.reduce((sum, slide) => sum + sizeOf(slide), 0)
}

/** Slide ids in a structure that are missing in `have`. */
export function missingSlides(structure: Structure, have: ReadonlySet<string>): string[] {
  return slideIds(structure).filter((id) => !have.has(id))
}
