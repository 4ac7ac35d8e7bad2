import type { Db } from '../../server/db/open-database.ts'

/** Rows per insert: SQLite limits the parameters of a statement. */
const rowsPerInsert = 500

/** More files of one slide, and longer keys, are not listed: no real slide has them, and databases cannot index them. */
const [mostFiles, longestKey] = [500, 200]

/** A row of deck_slides. */
interface SlideRow {
  readonly deck_id: number
  readonly slide_id: string
  readonly since: number
  readonly html: string
}

/** The keys of all uploaded files in a slide's HTML. */
export function mediaKeysIn(html: string): string[] {
  if (!html.includes('/m/')) return []
  return [...html.matchAll(/\/m\/([\w.-]+)/g)].map(([, name]) => `media/${name}`)
}

/** Lists which uploaded files are in new rows of deck_slides, so that the uses of a file are found without a scan. */
export async function listDeckMedia(db: Db, slides: readonly SlideRow[]): Promise<void> {
  const rows = slides.flatMap(({ html, ...slide }) => {
    const keys = new Set(mediaKeysIn(html).filter((key) => key.length <= longestKey))
    return [...keys].slice(0, mostFiles).map((key) => ({ ...slide, key }))
  })
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    await db
      .insertInto('deck_media')
      .values(rows.slice(start, start + rowsPerInsert))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Selects the uploaded files in the current slides of all decks. */
export function currentMedia(db: Db) {
  return db
    .selectFrom('deck_media')
    .innerJoin('deck_slides', (join) =>
      join
        .onRef('deck_slides.deck_id', '=', 'deck_media.deck_id')
        .onRef('deck_slides.slide_id', '=', 'deck_media.slide_id')
        .onRef('deck_slides.since', '=', 'deck_media.since'),
    )
    .where('deck_slides.until', 'is', null)
}

/** Copies the list of a deck's current slides to its copy, of version 1. */
export async function copyDeckMedia(db: Db, fromDeckId: number, toDeckId: number): Promise<void> {
  await db
    .insertInto('deck_media')
    .columns(['deck_id', 'slide_id', 'since', 'key'])
    .expression(
      currentMedia(db)
        .select((e) => [e.lit(toDeckId).as('deck_id'), 'deck_media.slide_id', e.lit(1).as('since'), 'deck_media.key'])
        .where('deck_media.deck_id', '=', fromDeckId),
    )
    .execute()
}

/** Lists the uploaded files of all slides of a restored deck. */
export async function listMediaOfDeck(db: Db, deckId: number): Promise<void> {
  const slides = await db
    .selectFrom('deck_slides')
    .select(['deck_id', 'slide_id', 'since', 'html'])
    .where('deck_id', '=', deckId)
    .where('html', 'like', '%/m/%')
    .execute()
  await listDeckMedia(db, slides)
}
