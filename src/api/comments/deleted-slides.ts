import type { Db } from '../../server/db/open-database.ts'
import { hiddenSlides } from '../batches/queries.ts'

/**
 * Records of the comments on slides that a version deletes whether viewers saw the slides: the comments stay, while the
 * slides' contents are deleted with the last revision that has them. Call it in the version's transaction.
 */
export async function keepHiding(db: Db, deckId: number, deleted: readonly string[], version: number): Promise<void> {
  if (deleted.length === 0) return
  const onDeleted = db.selectFrom('comments').select('slide_hash').distinct().where('deck_id', '=', deckId)
  const rows = await onDeleted.where('slide_hash', 'in', deleted).execute()
  if (rows.length === 0) return
  const hidden = await hiddenSlides(db, deckId, version - 1, version - 1)
  for (const { slide_hash } of rows) {
    await db
      .updateTable('comments')
      .set({ slide_was_hidden: hidden.has(slide_hash ?? '') })
      .where('deck_id', '=', deckId)
      .where('slide_hash', '=', slide_hash)
      .execute()
  }
}

/** The deleted slides with comments that viewers did not see when they were deleted. */
export async function deletedWhileHidden(db: Db, deckId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('comments')
    .select('slide_hash')
    .distinct()
    .where('deck_id', '=', deckId)
    .where('slide_was_hidden', '=', true)
    .where((e) => {
      const present = e.selectFrom('deck_slides').select('slide_id').where('deck_slides.deck_id', '=', deckId)
      return e.not(e.exists(present.whereRef('slide_id', '=', 'comments.slide_hash').where('until', 'is', null)))
    })
    .execute()
  return rows.flatMap(({ slide_hash }) => slide_hash ?? [])
}
