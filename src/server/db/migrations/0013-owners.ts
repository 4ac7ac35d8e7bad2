import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely'

type Db = Kysely<unknown>

const time = sql`timestamptz(3)`
const oneOwner = sql<boolean>`(user_id is null) <> (team_id is null)`

function isSqlite(db: Db): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}

async function extendTeams(db: Db): Promise<void> {
  const added = (name: string, type: 'boolean' | 'text', value: unknown) =>
    db.schema
      .alterTable('teams')
      .addColumn(name, type, (c) => c.notNull().defaultTo(value))
      .execute()
  await added('plan', 'text', 'free')
  await added('manually_upgraded', 'boolean', sql`false`)
  await added('allow_public_decks', 'boolean', sql`true`)
}

async function extendDecks(db: Db): Promise<void> {
  await db.schema
    .alterTable('decks')
    .addColumn('team_id', 'bigint', (c) => c.references('teams.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('decks_team').on('decks').column('team_id').execute()
}

/** A copy of a table, with owner columns. SQLite cannot make a column nullable or add a check, so the copy replaces it. */
function ownedTable(db: Db, name: string): CreateTableBuilder<string, string> {
  return db.schema
    .createTable(`${name}_owned`)
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('user_id', 'bigint', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('team_id', 'bigint', (c) => c.references('teams.id').onDelete('cascade'))
    .addCheckConstraint(`${name}_one_owner`, oneOwner)
}

/** Moves the rows into the copy and renames it. The copy gets the highest id ever used, so no id is reused. */
async function replaceOnSqlite(db: Db, name: string, columns: readonly string[]): Promise<void> {
  const copy = `${name}_owned`
  const all = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(copy)} (${all}) select ${all} from ${sql.table(name)}`.execute(db)
  await sql`delete from sqlite_sequence where name = ${copy}`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) select ${copy}, seq from sqlite_sequence where name = ${name}`.execute(
    db,
  )
  await db.schema.dropTable(name).execute()
  await db.schema.alterTable(copy).renameTo(name).execute()
}

async function extendOnPostgres(db: Db, name: string): Promise<void> {
  await db.schema
    .alterTable(name)
    .alterColumn('user_id', (c) => c.dropNotNull())
    .execute()
  await db.schema
    .alterTable(name)
    .addColumn('team_id', 'bigint', (c) => c.references('teams.id').onDelete('cascade'))
    .execute()
  await db.schema.alterTable(name).addCheckConstraint(`${name}_one_owner`, oneOwner).execute()
}

async function extendMedia(db: Db): Promise<void> {
  if (isSqlite(db)) {
    await ownedTable(db, 'media')
      .addColumn('key', 'text', (c) => c.notNull().unique())
      .addColumn('label', 'text', (c) => c.notNull())
      .addColumn('content_type', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('width', 'integer')
      .addColumn('height', 'integer')
      .addColumn('inline', 'boolean', (c) => c.notNull())
      .addColumn('hidden', 'boolean', (c) => c.notNull())
      .addColumn('content_hash', 'text', (c) => c.notNull())
      .addColumn('created_at', time, (c) => c.notNull())
      .execute()
    const kept = ['id', 'user_id', 'key', 'label', 'content_type', 'size', 'width', 'height', 'inline', 'hidden']
    await replaceOnSqlite(db, 'media', [...kept, 'content_hash', 'created_at'])
    await db.schema.createIndex('media_user').on('media').columns(['user_id', 'id']).execute()
    await db.schema.createIndex('media_content').on('media').columns(['user_id', 'content_hash']).unique().execute()
  } else await extendOnPostgres(db, 'media')
  await db.schema.createIndex('media_team').on('media').columns(['team_id', 'id']).execute()
  // Nulls are never equal: each of the two unique indexes applies only to its own kind of owner.
  await db.schema.createIndex('media_team_content').on('media').columns(['team_id', 'content_hash']).unique().execute()
}

async function extendTemplates(db: Db): Promise<void> {
  const name = 'slide_templates'
  if (isSqlite(db)) {
    await ownedTable(db, name)
      .addColumn('label', 'text', (c) => c.notNull())
      .addColumn('html', 'text', (c) => c.notNull())
      .addColumn('size', 'integer', (c) => c.notNull())
      .addColumn('created_at', time, (c) => c.notNull())
      .addColumn('updated_at', time, (c) => c.notNull())
      .execute()
    await replaceOnSqlite(db, name, ['id', 'user_id', 'label', 'html', 'size', 'created_at', 'updated_at'])
    await db.schema.createIndex('slide_templates_user').on(name).columns(['user_id', 'id']).execute()
  } else await extendOnPostgres(db, name)
  await db.schema.createIndex('slide_templates_team').on(name).columns(['team_id', 'id']).execute()
}

/**
 * Media and slide templates belong to one user or to one team. A deck keeps its user, and references the team it was
 * created in. A team has a plan and a setting: whether its members may publish decks.
 */
export async function up(db: Db): Promise<void> {
  await extendTeams(db)
  await extendDecks(db)
  await extendMedia(db)
  await extendTemplates(db)
}
