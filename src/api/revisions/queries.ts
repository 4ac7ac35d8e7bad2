import { sql } from 'kysely'
import type { Db } from '../../server/db/open-database.ts'
import { prepared } from '../../server/db/prepared.ts'
import { type Page, readPage } from '../../server/db/read-page.ts'

/** Saves within this time share a revision, in ms. */
const mergeWithin = 5 * 60 * 1000

/** A save of content to record. */
export interface RecordedSave {
  readonly deckId: number
  readonly userId: number
  /** The version created by the save. */
  readonly version: number
  readonly now: Date
  /**
   * Whether the save gets its own revision: it overwrote a newer version, deleted slides, or restored a revision. Users
   * can then restore the state before it.
   */
  readonly ownRevision: boolean
}

/**
 * Records a save in the deck's history. Saves of several users share a revision too: two people who take turns would
 * otherwise make one per save. Returns whether it got a new revision.
 */
export async function recordRevision(db: Db, save: RecordedSave): Promise<boolean> {
  const [latest] = await latestRevision(db, save.deckId)
  const isRecent = latest && save.now.getTime() - latest.created_at.getTime() < mergeWithin
  if (latest && isRecent && !save.ownRevision) {
    await moveRevision(db, save.version, save.userId, save.now, latest.id)
    await addPerson(db, latest.id, save.userId)
    return false
  }
  const { id } = await db
    .insertInto('deck_revisions')
    .values({
      deck_id: save.deckId,
      version: save.version,
      user_id: save.userId,
      created_at: save.now,
      updated_at: save.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addPerson(db, id, save.userId)
  return true
}

const latestRevision = prepared((db, deckId: number) =>
  db
    .selectFrom('deck_revisions')
    .select(['id', 'created_at'])
    .where('deck_id', '=', deckId)
    .orderBy('version', 'desc')
    .limit(sql.lit(1)),
)

const moveRevision = prepared((db, version: number, user_id: number, updated_at: Date, id: number) =>
  db.updateTable('deck_revisions').set({ version, user_id, updated_at }).where('id', '=', id),
)

const addPerson = prepared((db, revision_id: number, user_id: number) =>
  db
    .insertInto('deck_revision_users')
    .values({ revision_id, user_id })
    .onConflict((conflict) => conflict.doNothing()),
)

/** The people of revisions, by revision id. */
export async function peopleOf(db: Db, revisionIds: readonly number[]) {
  const rows = await db
    .selectFrom('deck_revision_users')
    .innerJoin('users', 'users.id', 'deck_revision_users.user_id')
    .select(['revision_id', 'users.id', 'users.username', 'users.name'])
    .where('revision_id', 'in', revisionIds)
    .orderBy('users.id')
    .execute()
  return Map.groupBy(rows, (row) => row.revision_id)
}

/** One page of a deck's revisions with user names, newest first. */
export async function listRevisions(db: Db, deckId: number, page: Page) {
  const all = db
    .selectFrom('deck_revisions')
    .leftJoin('users', 'users.id', 'deck_revisions.user_id')
    .where('deck_revisions.deck_id', '=', deckId)
  const ordered = all
    .select(['deck_revisions.id', 'deck_revisions.version', 'deck_revisions.user_id', 'users.username', 'users.name'])
    .select(['deck_revisions.created_at', 'deck_revisions.updated_at'])
    .orderBy('deck_revisions.version', 'desc')
  return readPage(all, ordered, page)
}

/** Finds a revision of this deck; null if the deck has no revision with this id. */
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
 * Keeps the newest revisions, and deletes all slide contents and structures that are not in them or in the present
 * version. Safe to repeat. The current version is the newest revision or has the same content.
 */
export async function deleteOldContent(db: Db, deckId: number, keep: number): Promise<void> {
  const remaining = await db
    .selectFrom('deck_revisions')
    .select(['id', 'version'])
    .where('deck_id', '=', deckId)
    .orderBy('version', 'desc')
    .limit(keep)
    .execute()
  const oldest = remaining.at(-1)
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
  await deleteOldStructures(
    db,
    deckId,
    remaining.map((revision) => revision.version),
  )
}

async function deleteOldStructures(db: Db, deckId: number, versions: readonly number[]): Promise<void> {
  const rows = await db
    .selectFrom('deck_structures')
    .select('since')
    .where('deck_id', '=', deckId)
    .orderBy('since', 'asc')
    .execute()
  const unused = rows
    .map((row, index) => ({ since: row.since, until: rows[index + 1]?.since ?? null }))
    .filter(({ since, until }) => until !== null && !versions.some((version) => version >= since && version < until))
  await db
    .deleteFrom('deck_structures')
    .where('deck_id', '=', deckId)
    .where(
      'since',
      'in',
      unused.map((row) => row.since),
    )
    .execute()
}
