import { sql } from 'kysely'
import { titleOf } from '../../document/slide-title.ts'
import { isHiddenStack } from '../../document/structure.ts'
import type { Db } from '../../server/db/open-database.ts'
import { structureAt } from '../decks/content-queries.ts'
import type { OutlineSlide } from './page-data.ts'

/** Characters of a slide's text in its outline. */
const maxTextLength = 600
/** Number of characters read from the start of a slide's HTML, to parse its start tag. */
const startOfMarkup = 4000

const hidden = /^<section[^>]*\sdata-visibility="hidden"/

/** Cached titles by slide row: after a save, only changed slides are parsed. */
export type TitleCache = Map<string, string>

/** Maximum number of cached titles. */
const maxTitles = 10_000
/** Maximum number of slides selected by id. If more are missing, the query reads all slides of the deck. */
const maxById = 100

/** The row of a slide without its HTML. */
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

/** The titles of a deck's slides by id. Parses the HTML of uncached ones. */
async function titlesOf(
  db: Db,
  deck: { readonly id: number; readonly version: number },
  rows: readonly SlideRow[],
  cache: TitleCache,
): Promise<ReadonlyMap<string, string>> {
  const keyOf = (row: SlideRow) => `${deck.id} ${row.slide_id} ${row.since} ${row.sanitizer_version}`
  const titles = new Map<string, string>()
  const missing = new Map<string, string>()
  for (const row of rows) {
    const title = cache.get(keyOf(row))
    if (title === undefined) missing.set(row.slide_id, keyOf(row))
    else titles.set(row.slide_id, title)
  }
  if (missing.size === 0) return titles
  const all = rowsOf(db, deck).select(['slide_id', 'html'])
  const read = missing.size > maxById ? all : all.where('slide_id', 'in', [...missing.keys()])
  for (const { slide_id, html } of await read.execute()) {
    const key = missing.get(slide_id)
    if (key === undefined) continue
    const title = titleOf(html)
    titles.set(slide_id, title)
    cache.set(key, title)
  }
  for (const oldest of cache.keys()) {
    if (cache.size <= maxTitles) break
    cache.delete(oldest)
  }
  return titles
}

/**
 * The titles and texts of a deck's slides in order, at its version. Slides hidden from audiences are left out. Adds
 * newly parsed titles to `cache`.
 */
export async function outlineOf(
  db: Db,
  deck: { readonly id: number; readonly version: number },
  cache: TitleCache = new Map(),
): Promise<OutlineSlide[]> {
  const stored = await structureAt(db, deck.id, deck.version)
  if (!stored) return []
  const rows = await rowsOf(db, deck)
    .select(['slide_id', 'since', 'sanitizer_version', 'text'])
    .select(sql<string>`substr(html, 1, ${sql.lit(startOfMarkup)})`.as('start'))
    .execute()
  const audience = rows.filter((row) => !hidden.test(row.start))
  const shown = new Map(audience.map((row) => [row.slide_id, row.text]))
  const titles = await titlesOf(db, deck, audience, cache)
  const stacks = stored.structure.stacks
    .filter((stack) => !isHiddenStack(stack))
    .map((stack) => stack.slides.filter((id) => shown.has(id)))
    .filter((slides) => slides.length > 0)
  return stacks.flatMap((slides, h) =>
    slides.map((id, v) => ({ h, v, id, title: titles.get(id) ?? '', text: shortened(shown.get(id) ?? '') })),
  )
}

function shortened(text: string): string {
  return text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength).replace(/\s+\S*$/, '')} …`
}
