import { type Kysely, SqliteAdapter, sql } from 'kysely'

type Db = Kysely<unknown>

const time = sql`timestamptz(3)`

async function createThemes(db: Db): Promise<void> {
  const table = db.schema.createTable('themes')
  const numbered =
    db.getExecutor().adapter instanceof SqliteAdapter
      ? table.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      : table.addColumn('id', 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity())
  await numbered
    .addColumn('user_id', 'bigint', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('team_id', 'bigint', (c) => c.references('teams.id').onDelete('cascade'))
    .addCheckConstraint('themes_one_owner', sql<boolean>`(user_id is null) <> (team_id is null)`)
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('center', 'boolean', (c) => c.notNull())
    .addColumn('rolling_links', 'boolean', (c) => c.notNull())
    .addColumn('font', 'text', (c) => c.notNull())
    .addColumn('color', 'text', (c) => c.notNull())
    .addColumn('transition', 'text', (c) => c.notNull())
    .addColumn('background_transition', 'text', (c) => c.notNull())
    .addColumn('font_typekit', 'text')
    .addColumn('font_google', 'text')
    .addColumn('heading_font', 'text')
    .addColumn('body_font', 'text')
    .addColumn('colors', 'jsonb', (c) => c.notNull())
    .addColumn('palette', 'text', (c) => c.notNull())
    .addColumn('html', 'text', (c) => c.notNull())
    .addColumn('less', 'text', (c) => c.notNull())
    .addColumn('css', 'text', (c) => c.notNull())
    .addColumn('js', 'text', (c) => c.notNull())
    .addColumn('scripts', 'jsonb', (c) => c.notNull())
    .addColumn('snippets', 'jsonb', (c) => c.notNull())
    .addColumn('sanitizer_version', 'integer', (c) => c.notNull())
    .addColumn('thumbnail_key', 'text')
    .addColumn('thumbnail_version', 'integer')
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('updated_at', time, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('themes_user').on('themes').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('themes_team').on('themes').columns(['team_id', 'id']).execute()
}

async function createVersions(db: Db): Promise<void> {
  await db.schema
    .createTable('theme_versions')
    .addColumn('theme_id', 'bigint', (c) => c.notNull().references('themes.id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('content', 'jsonb', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addPrimaryKeyConstraint('theme_versions_key', ['theme_id', 'version'])
    .execute()
  await db.schema.createIndex('theme_versions_user').on('theme_versions').column('user_id').execute()
}

async function createTemplates(db: Db): Promise<void> {
  await db.schema
    .createTable('theme_templates')
    .addColumn('theme_id', 'bigint', (c) => c.notNull().references('themes.id').onDelete('cascade'))
    .addColumn('slide_template_id', 'bigint', (c) => c.notNull().references('slide_templates.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('theme_templates_key', ['theme_id', 'slide_template_id'])
    .execute()
  await db.schema.createIndex('theme_templates_template').on('theme_templates').column('slide_template_id').execute()
}

/**
 * Themes of users and teams, their earlier versions, and the slide templates that are available with them. A template
 * without a row in theme_templates is available with every theme.
 */
export async function up(db: Db): Promise<void> {
  await createThemes(db)
  await createVersions(db)
  await createTemplates(db)
  await db.schema.createIndex('decks_theme').on('decks').column('theme_id').execute()
}
