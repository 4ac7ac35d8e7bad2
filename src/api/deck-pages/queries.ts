import { sql } from 'kysely'
import type { Db } from '../../server/db/open-database.ts'
import { structureAt } from '../decks/content-queries.ts'
import type { OutlineSlide } from './page-data.ts'

/** Characters of a slide's words that its outline keeps. */
const longest = 600
/** Enough of a slide's markup to hold its start tag. */
const startOfMarkup = 4000

const hidden = /^<section[^>]*\sdata-visibility="hidden"/

/** The words of a deck's slides by their places, as of its version. Slides that are hidden from audiences are not counted. */
export async function outlineOf(
  db: Db,
  deck: { readonly id: number; readonly version: number },
): Promise<OutlineSlide[]> {
  const stored = await structureAt(db, deck.id, deck.version)
  if (!stored) return []
  const rows = await db
    .selectFrom('deck_slides')
    .select(['slide_id', 'text', sql<string>`substr(html, 1, ${sql.lit(startOfMarkup)})`.as('start')])
    .where('deck_id', '=', deck.id)
    .where('since', '<=', deck.version)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', deck.version)]))
    .execute()
  const shown = new Map(rows.filter((row) => !hidden.test(row.start)).map((row) => [row.slide_id, row.text]))
  const stacks = stored.structure.stacks
    .map((stack) => stack.slides.filter((id) => shown.has(id)))
    .filter((slides) => slides.length > 0)
  return stacks.flatMap((slides, h) => slides.map((id, v) => ({ h, v, id, text: shortened(shown.get(id) ?? '') })))
}

function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/\s+\S*$/, '')} …`
}
