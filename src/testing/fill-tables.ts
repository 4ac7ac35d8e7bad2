import type { Kysely } from 'kysely'
import type { Database } from '../server/db/open-database.ts'

/** Values of columns for which any text or number would not do: unique owners, enumerations, JSON lists. */
const special: Readonly<Record<string, unknown>> = {
  'media.team_id': null,
  'media_tags.team_id': null,
  'media.renditions': '[]',
  'fonts.team_id': null,
  'imports.images': '[]',
  'imports.report': '[]',
  'slide_templates.team_id': null,
  'themes.team_id': null,
  'themes.scripts': '[]',
  'themes.snippets': '[]',
  'customers.team_id': null,
  'subscriptions.team_id': null,
  'coupons.amount': null,
  'teams.scripts': '["https://example.org/a.js"]',
  'teams.plan': 'enterprise',
  'users.plan': 'enterprise',
  'users.membership_role': 'owner',
  'invitations.purpose': '{"kind":"team","id":1,"role":"admin"}',
  'deck_structures.structure': '{"stacks":[],"after":""}',
  'deck_structures.until': null,
  'passkeys.transports': '["internal"]',
  'payments.lines': '[]',
}

const time = new Date('2026-11-22T10:00:00.123Z')

function valueFor(table: string, { name, dataType }: { readonly name: string; readonly dataType: string }): unknown {
  const key = `${table}.${name}`
  if (key in special) return special[key]
  const type = dataType.toLowerCase()
  if (type.startsWith('bool')) return true
  if (type.startsWith('timestamp')) return time
  if (type.startsWith('json')) return '{"a":[1,"ü"]}'
  return /int|real|float|numeric/.test(type) ? 1 : `${table} ${name}`
}

/**
 * Inserts one row into each table, with a value in every column, in whatever version the schema is. `tables`: owners
 * before the rows that reference them. Ids are 1.
 */
export async function fillTables(database: Database, tables: readonly string[]): Promise<void> {
  const known = new Map((await database.read.introspection.getTables()).map((table) => [table.name, table]))
  // biome-ignore lint/suspicious/noExplicitAny: the tables as an earlier version has them
  const write = database.write as Kysely<any>
  for (const name of tables) {
    const columns = known.get(name)?.columns
    if (!columns) throw new Error(`no table ${name}`)
    const row = Object.fromEntries(columns.map((column) => [column.name, valueFor(name, column)]))
    await write.insertInto(name).values(row).execute()
  }
}

/** All rows of tables, by table. */
export async function readTables(
  database: Database,
  tables: readonly string[],
): Promise<Record<string, Record<string, unknown>[]>> {
  // biome-ignore lint/suspicious/noExplicitAny: the tables as an earlier version has them
  const read = database.read as Kysely<any>
  const all = tables.map(async (name) => [name, await read.selectFrom(name).selectAll().execute()] as const)
  return Object.fromEntries(await Promise.all(all))
}
