import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { newDeckSettings } from '../../rules/deck-columns.ts'
import { isReservedDeckSlug } from '../../rules/deck-url.ts'
import type { Db } from '../../server/db/open-database.ts'
import { prepared } from '../../server/db/prepared.ts'
import type { DeckSavesTable, DecksTable } from '../../server/db/schema.ts'
import type { UserRow } from '../../server/http/session.ts'
import { lockOwner } from '../owner.ts'

export type DeckRow = Selectable<DecksTable>
export type DeckChanges = Updateable<DecksTable>

/**
 * The row of a new deck: version 1, without slides, with default settings. A team member's deck belongs to the team.
 */
export function newDeckRow(
  user: Pick<UserRow, 'id' | 'team_id'>,
  visibility: DeckRow['visibility'],
  now: Date,
): Omit<Insertable<DecksTable>, 'slug'> {
  const { slug: _none, ...settings } = newDeckSettings
  return {
    user_id: user.id,
    team_id: user.team_id,
    ...settings,
    visibility,
    version: 1,
    collaborative: false,
    editor_user_id: user.id,
    saved_by: null,
    saved_by_since: null,
    slide_count: 0,
    content_bytes: 0,
    view_count: 0,
    kudos_count: 0,
    thumbnail_key: null,
    thumbnail_version: null,
    created_at: now,
    updated_at: now,
    published_at: visibility === 'all' ? now : null,
    trashed_at: null,
    suspended_at: null,
  }
}

/** A slug made from a title: 'My first talk!' gives 'my-first-talk'; 'deck' if too short or reserved. */
export function slugFromTitle(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  return plain.length < 2 || isReservedDeckSlug(plain) ? 'deck' : plain
}

/** Whether another deck of this user has the slug. */
export async function slugIsTaken(db: Db, userId: number, slug: string, exceptDeckId = 0): Promise<boolean> {
  const row = await db
    .selectFrom('decks')
    .select('id')
    .where('user_id', '=', userId)
    .where('slug', '=', slug)
    .where('id', '<>', exceptDeckId)
    .executeTakeFirst()
  return row !== undefined
}

/** The preferred slug, or the first free one of preferred-1, preferred-2 … */
export async function freeSlug(db: Db, userId: number, preferred: string): Promise<string> {
  const taken = await takenSlugs(db, userId, preferred)
  let slug = preferred
  for (let n = 1; taken.has(slug); n++) slug = `${preferred}-${n}`
  return slug
}

async function takenSlugs(db: Db, userId: number, stem: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('decks')
    .select('slug')
    .where('user_id', '=', userId)
    // `_` is a wildcard here: the query may find too many slugs, but never too few.
    .where((where) => where.or([where('slug', '=', stem), where('slug', 'like', `${stem}-%`)]))
    .execute()
  return new Set(rows.map((row) => row.slug ?? ''))
}

/**
 * Inserts a deck with the preferred slug, or the next free one: deck, deck-1, deck-2 … The unique index gives
 * concurrent inserts different slugs.
 */
export async function insertDeck(
  db: Db,
  row: Omit<Insertable<DecksTable>, 'slug'>,
  preferred: string,
): Promise<DeckRow> {
  for (;;) {
    const inserted = await db
      .insertInto('decks')
      .values({ ...row, slug: await freeSlug(db, row.user_id, preferred) })
      .onConflict((conflict) => conflict.columns(['user_id', 'slug']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (inserted) return inserted
  }
}

/** Reads a deck and locks it until the transaction ends, so that concurrent saves see each other. */
export async function lockDeck(db: Db, kind: 'sqlite' | 'postgres', deckId: number): Promise<DeckRow | undefined> {
  return (await deckToLock[kind](db, deckId))[0]
}

const deckById = (db: Db, id: number) => db.selectFrom('decks').selectAll().where('id', '=', id)

/** SQLite has one writer at a time and no row locks. */
const deckToLock = { sqlite: prepared(deckById), postgres: prepared((db, id: number) => deckById(db, id).forUpdate()) }

/** Updates columns of a deck and returns the new row. */
export async function updateDeck(db: Db, deckId: number, changes: DeckChanges): Promise<DeckRow> {
  return db.updateTable('decks').set(changes).where('id', '=', deckId).returningAll().executeTakeFirstOrThrow()
}

/** Updates columns of a deck that the transaction has locked, and returns the new row. */
export async function updateLockedDeck(db: Db, deck: DeckRow, changes: DeckChanges): Promise<DeckRow> {
  // Those of a save of content; there are too many others to keep a query of each.
  if (Object.keys(changes).join() !== contentColumns.join()) return updateDeck(db, deck.id, changes)
  await updateContent(db, ...contentColumns.map((name) => changes[name]), deck.id)
  return { ...deck, ...(changes as Pick<DeckRow, (typeof contentColumns)[number]>) }
}

const contentColumns = ['slide_count', 'content_bytes', 'version', 'updated_at', 'saved_by', 'saved_by_since'] as const

const updateContent = prepared((db, ...values: readonly unknown[]) => {
  const changes: DeckChanges = Object.fromEntries(contentColumns.map((name, at) => [name, values[at]]))
  return db
    .updateTable('decks')
    .set(changes)
    .where('id', '=', values.at(-1) as number)
})

export type EarlierSave = Pick<Selectable<DeckSavesTable>, 'version' | 'result'>

/** No version has this number. */
const noVersion = 0

/** The earlier save with a save_id; 'refused' if it was stale; null if there is none. */
export async function findSave(db: Db, deckId: number, saveId: string): Promise<EarlierSave | 'refused' | null> {
  const [save] = await saveById(db, deckId, saveId)
  if (!save) return null
  return save.version === noVersion ? 'refused' : save
}

const saveById = prepared((db, deckId: number, saveId: string) =>
  db.selectFrom('deck_saves').select(['version', 'result']).where('deck_id', '=', deckId).where('save_id', '=', saveId),
)

/** Literal, as in the condition of the index. */
const firstVersion = sql.lit(1)

/** The deck that this user created or forked with a save_id. */
export async function deckBySaveId(db: Db, userId: number, saveId: string): Promise<DeckRow | undefined> {
  return db
    .selectFrom('deck_saves')
    .innerJoin('decks', 'decks.id', 'deck_saves.deck_id')
    .selectAll('decks')
    .where('deck_saves.save_id', '=', saveId)
    .where('deck_saves.version', '=', firstVersion)
    .where('decks.user_id', '=', userId)
    .executeTakeFirst()
}

/**
 * Locks the user before a deck is created, so that concurrent requests with one save_id wait. Otherwise like
 * deckBySaveId.
 */
export async function lockDeckBySaveId(
  db: Db,
  kind: 'sqlite' | 'postgres',
  userId: number,
  saveId: string,
): Promise<DeckRow | undefined> {
  await lockOwner(db, kind, { user: userId })
  return deckBySaveId(db, userId, saveId)
}

/** Stores the result of a save under its save_id. */
export async function storeSave(
  db: Db,
  save: { deckId: number; saveId: string; version: number; result: Record<string, unknown>; now: Date },
): Promise<void> {
  await insertSave(db, save.deckId, save.saveId, save.version, JSON.stringify(save.result), save.now)
}

/** Stores that a save was refused: nothing is saved under its save_id later. */
export async function storeRefusal(db: Db, deckId: number, saveId: string, now: Date): Promise<void> {
  await storeSave(db, { deckId, saveId, version: noVersion, result: {}, now })
}

const insertSave = prepared((db, deck_id: number, save_id: string, version: number, result: string, created_at: Date) =>
  db.insertInto('deck_saves').values({ deck_id, save_id, version, result, created_at }),
)

/** Whether a user likes a deck. */
export async function isKudoed(db: Db, deckId: number, userId: number | null): Promise<boolean> {
  if (userId === null) return false
  const row = await db
    .selectFrom('kudos')
    .select('deck_id')
    .where('deck_id', '=', deckId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a deck; its slides, revisions and collaborators are deleted by cascade. */
export async function deleteDeck(db: Db, deckId: number): Promise<void> {
  await db.deleteFrom('decks').where('id', '=', deckId).execute()
}
