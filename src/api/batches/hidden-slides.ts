import { sql } from 'kysely'
import type { SlideId } from '../../document/deck-model.ts'
import { isHiddenSection } from '../../document/output/audience-slides.ts'
import { isHiddenStack } from '../../document/structure.ts'
import type { Db } from '../../server/db/open-database.ts'
import { structureAt } from '../decks/content-queries.ts'

/** The ids of the slides that are hidden from audiences in one of a deck's versions from `first` to `last`. */
export async function hiddenSlides(db: Db, deckId: number, first: number, last: number): Promise<Set<SlideId>> {
  const rows = await db
    .selectFrom('deck_slides')
    .select(['slide_id', 'html'])
    .where('deck_id', '=', deckId)
    .where('since', '<=', last)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', first)]))
    // Few decks have hidden slides: none is parsed without the attribute.
    .where(sql<boolean>`html like '%data-visibility%'`)
    .execute()
  const hidden = new Set(rows.filter(({ html }) => isHiddenSection(html)).map((row) => row.slide_id))
  const stored = await structureAt(db, deckId, last)
  const stacks = stored?.structure.stacks.filter(isHiddenStack) ?? []
  for (const { slides } of stacks) for (const id of slides) hidden.add(id)
  return hidden
}
