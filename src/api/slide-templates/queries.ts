import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../server/db/open-database.ts'
import { type Page, readPage } from '../../server/db/read-page.ts'
import type { SlideTemplatesTable } from '../../server/db/schema.ts'
import { type Owner, ownedBy } from '../owner.ts'

export type SlideTemplateRow = Selectable<SlideTemplatesTable>

/** One page of an owner's templates, in their order. */
export async function listTemplates(db: Db, owner: Owner, page: Page) {
  const all = db.selectFrom('slide_templates').where(...ownedBy(owner))
  return readPage(all, all.selectAll().orderBy('position', 'desc').orderBy('id', 'desc'), page)
}

/** The number of an owner's templates and their total bytes. `except`: a template that is not counted. */
export async function templateRoom(db: Db, owner: Owner, except = 0): Promise<{ count: number; bytes: number }> {
  const { count, bytes } = await db
    .selectFrom('slide_templates')
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.sum<number | null>('size').as('bytes')])
    .where(...ownedBy(owner))
    .where('id', '<>', except)
    .executeTakeFirstOrThrow()
  return { count, bytes: Number(bytes ?? 0) }
}

/** The ids of an owner's templates, in their order. */
export async function templateIds(db: Db, owner: Owner): Promise<number[]> {
  const rows = await db
    .selectFrom('slide_templates')
    .select('id')
    .where(...ownedBy(owner))
    .orderBy('position', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

/** Stores the order of templates. */
export async function setOrder(db: Db, ids: readonly number[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    await db
      .updateTable('slide_templates')
      .set({ position: ids.length - index })
      .where('id', '=', id)
      .execute()
  }
}

/** The position at which a new template of an owner comes first. */
export async function firstPosition(db: Db, owner: Owner): Promise<number> {
  const { position } = await db
    .selectFrom('slide_templates')
    .select((e) => e.fn.max<number | null>('position').as('position'))
    .where(...ownedBy(owner))
    .executeTakeFirstOrThrow()
  return position ?? 0
}

/** The themes that templates are limited to, by template. */
export async function themesOfTemplates(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
  const found = new Map<number, number[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return found
  const rows = await db
    .selectFrom('theme_templates')
    .selectAll()
    .where('slide_template_id', 'in', ids)
    .orderBy('theme_id')
    .execute()
  for (const row of rows) found.get(row.slide_template_id)?.push(row.theme_id)
  return found
}

/** Finds a template of this owner. Null if there is none, or it has another owner. */
export async function findTemplate(db: Db, owner: Owner, id: number): Promise<SlideTemplateRow | null> {
  const row = await db
    .selectFrom('slide_templates')
    .selectAll()
    .where('id', '=', id)
    .where(...ownedBy(owner))
    .executeTakeFirst()
  return row ?? null
}

/** A batch of templates stored by an older sanitizer, by id, after `after`. */
export async function outdatedTemplates(
  db: Db,
  version: number,
  after: number,
  count: number,
): Promise<SlideTemplateRow[]> {
  return db
    .selectFrom('slide_templates')
    .selectAll()
    .where('sanitizer_version', '<', version)
    .where('id', '>', after)
    .orderBy('id')
    .limit(count)
    .execute()
}

/** Stores a template that was sanitized again. False if it was deleted or changed meanwhile. */
export async function setResanitizedTemplate(db: Db, id: number, html: string, version: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('slide_templates')
    .set({ html, size: Buffer.byteLength(html), sanitizer_version: version })
    .where('id', '=', id)
    .where('sanitizer_version', '<', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Inserts a template. */
export async function insertTemplate(db: Db, row: Insertable<SlideTemplatesTable>): Promise<SlideTemplateRow> {
  return db.insertInto('slide_templates').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Updates a template of this owner. Null if it no longer exists. */
export async function updateTemplate(
  db: Db,
  owner: Owner,
  id: number,
  changes: Updateable<SlideTemplatesTable>,
): Promise<SlideTemplateRow | null> {
  const row = await db
    .updateTable('slide_templates')
    .set(changes)
    .where('id', '=', id)
    .where(...ownedBy(owner))
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Deletes a template of this owner. False if there was none. */
export async function deleteTemplate(db: Db, owner: Owner, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('slide_templates')
    .where('id', '=', id)
    .where(...ownedBy(owner))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
