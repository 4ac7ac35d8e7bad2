import type { Db } from '../../server/db/open-database.ts'

/** Saves of one person within this time become one revision, in ms. */
const mergeWithin = 5 * 60 * 1000

/** A content save that the history has to know of. */
export interface RecordedSave {
  readonly deckId: number
  readonly userId: number
  /** The version that the save made. */
  readonly version: number
  readonly now: Date
  /**
   * Never merged into the revision before: a save over somebody's newer version, one that takes slides away, a
   * restore. What was there before can then be had again.
   */
  readonly apart: boolean
}

/** Adds a save to the history of its deck. Answers whether that made a new revision. */
export async function recordRevision(db: Db, save: RecordedSave): Promise<boolean> {
  const latest = await db
    .selectFrom('deck_revisions')
    .select(['id', 'user_id', 'created_at'])
    .where('deck_id', '=', save.deckId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const young = latest && save.now.getTime() - latest.created_at.getTime() < mergeWithin
  if (latest && young && latest.user_id === save.userId && !save.apart) {
    await db
      .updateTable('deck_revisions')
      .set({ version: save.version, updated_at: save.now })
      .where('id', '=', latest.id)
      .execute()
    return false
  }
  await db
    .insertInto('deck_revisions')
    .values({
      deck_id: save.deckId,
      version: save.version,
      user_id: save.userId,
      created_at: save.now,
      updated_at: save.now,
    })
    .execute()
  return true
}

/** One page of a deck's revisions, newest first, with the names of their people. `page` from 1. */
export async function listRevisions(db: Db, deckId: number, page: number, perPage: number) {
  const results = await db
    .selectFrom('deck_revisions')
    .leftJoin('users', 'users.id', 'deck_revisions.user_id')
    .select(['deck_revisions.id', 'deck_revisions.version', 'deck_revisions.user_id', 'users.username', 'users.name'])
    .select(['deck_revisions.created_at', 'deck_revisions.updated_at'])
    .where('deck_revisions.deck_id', '=', deckId)
    .orderBy('deck_revisions.version', 'desc')
    .limit(perPage)
    .offset((Math.max(1, page) - 1) * perPage)
    .execute()
  const { total } = await db
    .selectFrom('deck_revisions')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('deck_id', '=', deckId)
    .executeTakeFirstOrThrow()
  return { results, total }
}

/** One revision, found through its deck; null when that deck has none with this id. */
export async function findRevision(db: Db, deckId: number, revisionId: number) {
  const row = await db
    .selectFrom('deck_revisions')
    .selectAll()
    .where('deck_id', '=', deckId)
    .where('id', '=', revisionId)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Keeps a deck's newest revisions and clears away every slide content and order that neither they nor the present
 * version show. Safe to repeat; the present version is the newest revision, or shows the same content.
 */
export async function clearOldContent(db: Db, deckId: number, keep: number): Promise<void> {
  const kept = await db
    .selectFrom('deck_revisions')
    .select(['id', 'version'])
    .where('deck_id', '=', deckId)
    .orderBy('version', 'desc')
    .limit(keep)
    .execute()
  const oldest = kept.at(-1)
  if (!oldest) return
  await db.deleteFrom('deck_revisions').where('deck_id', '=', deckId).where('version', '<', oldest.version).execute()
  await db
    .deleteFrom('deck_slides')
    .where('deck_id', '=', deckId)
    .where('until', 'is not', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('deck_revisions')
            .select('deck_revisions.id')
            .whereRef('deck_revisions.deck_id', '=', 'deck_slides.deck_id')
            .whereRef('deck_revisions.version', '>=', 'deck_slides.since')
            .whereRef('deck_revisions.version', '<', 'deck_slides.until'),
        ),
      ),
    )
    .execute()
  await clearOldStructures(
    db,
    deckId,
    kept.map((revision) => revision.version),
  )
}

async function clearOldStructures(db: Db, deckId: number, versions: readonly number[]): Promise<void> {
  const rows = await db
    .selectFrom('deck_structures')
    .select('since')
    .where('deck_id', '=', deckId)
    .orderBy('since', 'asc')
    .execute()
  const unseen = rows
    .map((row, index) => ({ since: row.since, until: rows[index + 1]?.since ?? null }))
    .filter(({ since, until }) => until !== null && !versions.some((version) => version >= since && version < until))
  await db
    .deleteFrom('deck_structures')
    .where('deck_id', '=', deckId)
    .where(
      'since',
      'in',
      unseen.map((row) => row.since),
    )
    .execute()
}
