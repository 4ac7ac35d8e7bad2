import { sql } from 'kysely'
import { titleOf } from '../../document/slide-title.ts'
import type { Db } from '../../server/db/open-database.ts'
import { structureAt } from '../decks/content-queries.ts'
import type { OutlineSlide } from './page-data.ts'

/** Characters of a slide's words that its outline keeps. */
const longest = 600
/** Enough of a slide's markup to hold its start tag. */
const startOfMarkup = 4000

const hidden = /^<section[^>]*\sdata-visibility="hidden"/

/** Titles of slides by their rows, so that a save costs no more than the slides it changed. */
export type KnownTitles = Map<string, string>

/** Titles that are kept at most. */
const mostTitles = 10_000
/** Slides that are read one by one; of more, all are read. */
const mostById = 100

/** A row of a slide without its markup. */
interface SlideRow {
  readonly slide_id: string
  readonly since: number
  readonly sanitizer_version: number
}

function rowsOf(db: Db, deck: { readonly id: number; readonly version: number }) {
  return db
    .selectFrom('deck_slides')
    .where('deck_id', '=', deck.id)
    .where('since', '<=', deck.version)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', deck.version)]))
}

/** The titles of a deck's slides by their ids. Parses the markup of those that are not known. */
async function titlesOf(
  db: Db,
  deck: { readonly id: number; readonly version: number },
  rows: readonly SlideRow[],
  known: KnownTitles,
): Promise<ReadonlyMap<string, string>> {
  const keyOf = (row: SlideRow) => `${deck.id} ${row.slide_id} ${row.since} ${row.sanitizer_version}`
  const titles = new Map<string, string>()
  const missing = new Map<string, string>()
  for (const row of rows) {
    const title = known.get(keyOf(row))
    if (title === undefined) missing.set(row.slide_id, keyOf(row))
    else titles.set(row.slide_id, title)
  }
  if (missing.size === 0) return titles
  const all = rowsOf(db, deck).select(['slide_id', 'html'])
  const read = missing.size > mostById ? all : all.where('slide_id', 'in', [...missing.keys()])
  for (const { slide_id, html } of await read.execute()) {
    const key = missing.get(slide_id)
    if (key === undefined) continue
    const title = titleOf(html)
    titles.set(slide_id, title)
    known.set(key, title)
  }
  for (const oldest of known.keys()) {
    if (known.size <= mostTitles) break
    known.delete(oldest)
  }
  return titles
}

/**
 * The titles and words of a deck's slides by their places, as of its version. Slides that are hidden from audiences are
 * not counted. `known`: titles that were found before; more are added.
 */
export async function outlineOf(
  db: Db,
  deck: { readonly id: number; readonly version: number },
  known: KnownTitles = new Map(),
): Promise<OutlineSlide[]> {
  const stored = await structureAt(db, deck.id, deck.version)
  if (!stored) return []
  const rows = await rowsOf(db, deck)
    .select(['slide_id', 'since', 'sanitizer_version', 'text'])
    .select(sql<string>`substr(html, 1, ${sql.lit(startOfMarkup)})`.as('start'))
    .execute()
  const audience = rows.filter((row) => !hidden.test(row.start))
  const shown = new Map(audience.map((row) => [row.slide_id, row.text]))
  const titles = await titlesOf(db, deck, audience, known)
  const stacks = stored.structure.stacks
    .map((stack) => stack.slides.filter((id) => shown.has(id)))
    .filter((slides) => slides.length > 0)
  return stacks.flatMap((slides, h) =>
    slides.map((id, v) => ({ h, v, id, title: titles.get(id) ?? '', text: shortened(shown.get(id) ?? '') })),
  )
}

function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/\s+\S*$/, '')} …`
}
