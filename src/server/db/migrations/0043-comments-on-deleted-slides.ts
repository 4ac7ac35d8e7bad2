import { type Kysely, sql } from 'kysely'

/**
 * Whether the slide of a comment was hidden from viewers when it was deleted. Of slides that were deleted before it is not
 * known: they count as hidden in decks that have had hidden slides.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('comments')
    .addColumn('slide_was_hidden', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
  await sql`
    update comments set slide_was_hidden = true
    where slide_hash is not null
      and not exists (
        select 1 from deck_slides as present
        where present.deck_id = comments.deck_id and present.slide_id = comments.slide_hash and present.until is null
      )
      and (
        exists (
          select 1 from deck_slides as earlier
          where earlier.deck_id = comments.deck_id and earlier.html like '%data-visibility%'
        )
        or exists (
          select 1 from deck_structures
          where deck_structures.deck_id = comments.deck_id and cast(structure as text) like '%data-visibility%'
        )
      )`.execute(db)
}
