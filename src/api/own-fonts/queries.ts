import type { Insertable, Selectable } from 'kysely'
import type { FontsTable } from '../../server/db/font-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import { type Page, readPage } from '../../server/db/read-page.ts'
import { type Owner, ownedBy } from '../owner.ts'

export type FontRow = Selectable<FontsTable>
type Face = Pick<FontRow, 'family' | 'weight_min' | 'weight_max' | 'style'>

function fontsOf(db: Db, owner: Owner) {
  return db.selectFrom('fonts').where(...ownedBy(owner))
}

/** One page of an owner's fonts, by family and weight. */
export async function listFonts(db: Db, owner: Owner, page: Page) {
  const all = fontsOf(db, owner)
  const ordered = all.selectAll().orderBy('family').orderBy('weight_min').orderBy('style').orderBy('id')
  return readPage(all, ordered, page)
}

/** All fonts of an owner, oldest first: of two faces alike, style sheets use the later. */
export async function allFonts(db: Db, owner: Owner): Promise<FontRow[]> {
  return fontsOf(db, owner).selectAll().orderBy('id').execute()
}

export async function countFonts(db: Db, owner: Owner): Promise<number> {
  const { count } = await fontsOf(db, owner)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Finds a font of this owner. Null if there is none, or it has another owner. */
export async function findFont(db: Db, owner: Owner, id: number): Promise<FontRow | null> {
  return (await fontsOf(db, owner).selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Finds the owner's font with the same bytes. */
export async function findSameFont(db: Db, owner: Owner, contentHash: string): Promise<FontRow | null> {
  return (await fontsOf(db, owner).selectAll().where('content_hash', '=', contentHash).executeTakeFirst()) ?? null
}

/** Finds the owner's font with the same family, weight and style. */
export async function findSameFace(db: Db, owner: Owner, face: Face): Promise<FontRow | null> {
  const found = await fontsOf(db, owner)
    .selectAll()
    .where('family', '=', face.family)
    .where('weight_min', '=', face.weight_min)
    .where('weight_max', '=', face.weight_max)
    .where('style', '=', face.style)
    .executeTakeFirst()
  return found ?? null
}

export async function insertFont(db: Db, row: Insertable<FontsTable>): Promise<FontRow> {
  return db.insertInto('fonts').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Deletes a font's row. The caller deletes the file. */
export async function deleteFont(db: Db, id: number): Promise<void> {
  await db.deleteFrom('fonts').where('id', '=', id).execute()
}

/** Invalidates the cached fonts of an owner. Call it in the transaction of each change. */
export async function touchFonts(db: Db, owner: Owner): Promise<void> {
  // Incremented in SQL: otherwise two concurrent changes could get the same version.
  const table = 'user' in owner ? ('users' as const) : ('teams' as const)
  const id = 'user' in owner ? owner.user : owner.team
  await db
    .updateTable(table)
    .set((e) => ({ fonts_version: e('fonts_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** The owner's version of its fonts; 0: there are none. */
export async function fontsVersion(db: Db, owner: Owner): Promise<number> {
  const row =
    'user' in owner
      ? await db.selectFrom('users').select('fonts_version').where('id', '=', owner.user).executeTakeFirst()
      : await db.selectFrom('teams').select('fonts_version').where('id', '=', owner.team).executeTakeFirst()
  return row?.fonts_version ?? 0
}

/** The keys of an owner's font files. */
export async function fontKeysOf(db: Db, owner: Owner): Promise<string[]> {
  return (await fontsOf(db, owner).select('key').execute()).map(({ key }) => key)
}

/** Deletes all fonts of an owner. Returns the keys of their files. */
export async function deleteFontsOf(db: Db, owner: Owner): Promise<string[]> {
  const keys = await fontKeysOf(db, owner)
  await db
    .deleteFrom('fonts')
    .where(...ownedBy(owner))
    .execute()
  if (keys.length > 0) await touchFonts(db, owner)
  return keys
}
