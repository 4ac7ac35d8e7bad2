import type { Insertable, Selectable, Updateable } from 'kysely'
import { newDeckSettings } from '../../rules/deck-fields.ts'
import { isReservedDeckSlug } from '../../rules/deck-url.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { DecksTable } from '../../server/db/schema.ts'
import type { UserRow } from '../../server/http/session.ts'
import { lockOwner } from '../owner.ts'

export type DeckRow = Selectable<DecksTable>
export type DeckChanges = Updateable<DecksTable>

/** A deck as it begins: version 1, without slides, with the usual look. A member's deck is made in the team. */
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

/** A slug made from a title: 'My first talk!' gives 'my-first-talk'; 'deck' when nothing is left of it. */
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

/** Whether another deck of this person has the slug. */
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

/** The wished slug, or the next of wished-1, wished-2 … that no deck of this person has. */
export async function freeSlug(db: Db, userId: number, wished: string): Promise<string> {
  const taken = await takenSlugs(db, userId, wished)
  let slug = wished
  for (let n = 1; taken.has(slug); n++) slug = `${wished}-${n}`
  return slug
}

async function takenSlugs(db: Db, userId: number, stem: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('decks')
    .select('slug')
    .where('user_id', '=', userId)
    // `_` matches any character here: that finds too many, never too few.
    .where((where) => where.or([where('slug', '=', stem), where('slug', 'like', `${stem}-%`)]))
    .execute()
  return new Set(rows.map((row) => row.slug ?? ''))
}

/**
 * Inserts a deck under the wished slug, or under the next free one: deck, deck-1, deck-2 … Two inserts at the same
 * moment get different ones, because the database decides who was first.
 */
export async function insertDeck(db: Db, row: Omit<Insertable<DecksTable>, 'slug'>, wished: string): Promise<DeckRow> {
  for (;;) {
    const inserted = await db
      .insertInto('decks')
      .values({ ...row, slug: await freeSlug(db, row.user_id, wished) })
      .onConflict((conflict) => conflict.columns(['user_id', 'slug']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (inserted) return inserted
  }
}

/** The deck, locked until the transaction ends, so that two saves cannot both find it as it is now. */
export async function lockDeck(db: Db, kind: 'sqlite' | 'postgres', deckId: number): Promise<DeckRow | undefined> {
  return (
    db
      .selectFrom('decks')
      .selectAll()
      .where('id', '=', deckId)
      // SQLite has one writer at a time and no word for this.
      .$if(kind === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst()
  )
}

/** Writes some columns of a deck and gives the deck as it is then. */
export async function updateDeck(db: Db, deckId: number, changes: DeckChanges): Promise<DeckRow> {
  return db.updateTable('decks').set(changes).where('id', '=', deckId).returningAll().executeTakeFirstOrThrow()
}

/** What a save_id did before; null when it is new to this deck. */
export async function earlierSave(db: Db, deckId: number, saveId: string) {
  const row = await db
    .selectFrom('deck_saves')
    .select(['version', 'result'])
    .where('deck_id', '=', deckId)
    .where('save_id', '=', saveId)
    .executeTakeFirst()
  return row ?? null
}

/** The deck that this person created or forked under a save_id before. */
export async function deckUnder(db: Db, userId: number, saveId: string): Promise<DeckRow | undefined> {
  return db
    .selectFrom('deck_saves')
    .innerJoin('decks', 'decks.id', 'deck_saves.deck_id')
    .selectAll('decks')
    .where('deck_saves.save_id', '=', saveId)
    .where('deck_saves.version', '=', 1)
    .where('decks.user_id', '=', userId)
    .executeTakeFirst()
}

/** deckUnder, for making one when there is none: others who ask the same wait until this is done. */
export async function deckMadeBy(
  db: Db,
  kind: 'sqlite' | 'postgres',
  userId: number,
  saveId: string,
): Promise<DeckRow | undefined> {
  await lockOwner(db, kind, { user: userId })
  return deckUnder(db, userId, saveId)
}

/** Remembers what a save_id did. */
export async function rememberSave(
  db: Db,
  save: { deckId: number; saveId: string; version: number; result: Record<string, unknown>; now: Date },
): Promise<void> {
  await db
    .insertInto('deck_saves')
    .values({
      deck_id: save.deckId,
      save_id: save.saveId,
      version: save.version,
      result: JSON.stringify(save.result),
      created_at: save.now,
    })
    .execute()
}

/** Whether a person likes a deck. */
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

/** Deletes a deck; its slides, revisions and people go with it. */
export async function deleteDeck(db: Db, deckId: number): Promise<void> {
  await db.deleteFrom('decks').where('id', '=', deckId).execute()
}
