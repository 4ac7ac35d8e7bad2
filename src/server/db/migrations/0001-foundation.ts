import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely'

type Db = Kysely<unknown>
const time = sql`timestamptz(3)`

function isSqlite(db: Db): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}

/** A table with a generated numeric primary key, on both databases. */
function numbered(db: Db, name: string): CreateTableBuilder<string, 'id'> {
  const table = db.schema.createTable(name)
  return isSqlite(db)
    ? table.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    : table.addColumn('id', 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity())
}

async function createUsers(db: Db): Promise<void> {
  await numbered(db, 'users')
    .addColumn('username', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text')
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('site_url', 'text')
    .addColumn('social_handle', 'text')
    .addColumn('analytics_id', 'text')
    .addColumn('picture_key', 'text')
    .addColumn('plan', 'text', (c) => c.notNull().defaultTo('free'))
    .addColumn('manually_upgraded', 'boolean', (c) => c.notNull().defaultTo(sql`false`))
    .addColumn('operator', 'boolean', (c) => c.notNull().defaultTo(sql`false`))
    .addColumn('team_id', 'bigint')
    .addColumn('membership_role', 'text')
    .addColumn('default_theme_id', 'bigint')
    .addColumn('settings', 'jsonb', (c) => c.notNull())
    .addColumn('active', 'boolean', (c) => c.notNull().defaultTo(sql`true`))
    .addColumn('password_changed_at', time, (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('updated_at', time, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('sessions')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('family', 'text', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('last_seen_at', time, (c) => c.notNull())
    .addColumn('expires_at', time, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
  await db.schema
    .createTable('password_resets')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('expires_at', time, (c) => c.notNull())
    .execute()
  await createAccess(db)
}

async function createAccess(db: Db): Promise<void> {
  await numbered(db, 'invitations')
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('invited_by', 'bigint', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('purpose', 'jsonb', (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('expires_at', time, (c) => c.notNull())
    .addColumn('accepted_at', time)
    .execute()
  await db.schema
    .createTable('handoff_codes')
    .addColumn('code_hash', 'text', (c) => c.primaryKey())
    .addColumn('session_hash', 'text', (c) => c.notNull())
    .addColumn('target_host', 'text', (c) => c.notNull())
    .addColumn('nonce_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('expires_at', time, (c) => c.notNull())
    .execute()
  await numbered(db, 'audit')
    .addColumn('at', time, (c) => c.notNull())
    .addColumn('actor_id', 'bigint')
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('resource', 'text', (c) => c.notNull())
    .addColumn('detail', 'jsonb', (c) => c.notNull())
    .execute()
}

async function createDecks(db: Db): Promise<void> {
  await numbered(db, 'decks')
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('slug', 'text')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('visibility', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('theme_id', 'bigint')
    .addColumn('theme_font', 'text', (c) => c.notNull())
    .addColumn('theme_color', 'text', (c) => c.notNull())
    .addColumn('transition', 'text', (c) => c.notNull())
    .addColumn('background_transition', 'text', (c) => c.notNull())
    .addColumn('center', 'boolean', (c) => c.notNull())
    .addColumn('rolling_links', 'boolean', (c) => c.notNull())
    .addColumn('font_typekit', 'text')
    .addColumn('font_google', 'text')
    .addColumn('auto_slide_interval', 'integer', (c) => c.notNull())
    .addColumn('should_loop', 'boolean', (c) => c.notNull())
    .addColumn('rtl', 'boolean', (c) => c.notNull())
    .addColumn('share_notes', 'boolean', (c) => c.notNull())
    .addColumn('slide_number', 'boolean', (c) => c.notNull())
    .addColumn('collaborative', 'boolean', (c) => c.notNull())
    .addColumn('editor_user_id', 'bigint')
    .addColumn('slide_count', 'integer', (c) => c.notNull())
    .addColumn('content_bytes', 'integer', (c) => c.notNull())
    .addColumn('view_count', 'integer', (c) => c.notNull())
    .addColumn('kudos_count', 'integer', (c) => c.notNull())
    .addColumn('thumbnail_key', 'text')
    .addColumn('thumbnail_version', 'integer')
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('updated_at', time, (c) => c.notNull())
    .addColumn('published_at', time)
    .addColumn('trashed_at', time)
    .execute()
  await db.schema.createIndex('decks_user_slug').on('decks').columns(['user_id', 'slug']).unique().execute()
  await db.schema.createIndex('decks_public').on('decks').columns(['visibility', 'kudos_count', 'id']).execute()
  await createContent(db)
}

async function createContent(db: Db): Promise<void> {
  const ofDeck = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('deck_id', 'bigint', (c) => c.notNull().references('decks.id').onDelete('cascade'))
  await ofDeck('deck_structures')
    .addColumn('since', 'integer', (c) => c.notNull())
    .addColumn('structure', 'jsonb', (c) => c.notNull())
    .addPrimaryKeyConstraint('deck_structures_key', ['deck_id', 'since'])
    .execute()
  await ofDeck('deck_slides')
    .addColumn('slide_id', 'text', (c) => c.notNull())
    .addColumn('since', 'integer', (c) => c.notNull())
    .addColumn('until', 'integer')
    .addColumn('html', 'text', (c) => c.notNull())
    .addColumn('notes', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('sanitizer_version', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('deck_slides_key', ['deck_id', 'slide_id', 'since'])
    .execute()
  await ofDeck('deck_saves')
    .addColumn('save_id', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('result', 'jsonb', (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addPrimaryKeyConstraint('deck_saves_key', ['deck_id', 'save_id'])
    .execute()
  await db.schema.createIndex('deck_saves_save').on('deck_saves').column('save_id').execute()
  await numbered(db, 'deck_revisions')
    .addColumn('deck_id', 'bigint', (c) => c.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('updated_at', time, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('deck_revisions_deck').on('deck_revisions').columns(['deck_id', 'version']).execute()
  await numbered(db, 'slide_originals')
    .addColumn('deck_id', 'bigint', (c) => c.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('slide_id', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('html', 'text', (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('slide_originals_deck').on('slide_originals').columns(['deck_id', 'slide_id']).execute()
}

async function createPeopleOfDecks(db: Db): Promise<void> {
  await numbered(db, 'deck_users')
    .addColumn('deck_id', 'bigint', (c) => c.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('user_id', 'bigint', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('email', 'text')
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('active', 'boolean', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('last_seen_at', time)
    .addColumn('created_at', time, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('deck_users_pair').on('deck_users').columns(['deck_id', 'user_id']).unique().execute()
  await db.schema
    .createTable('kudos')
    .addColumn('deck_id', 'bigint', (c) => c.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', time, (c) => c.notNull())
    .addPrimaryKeyConstraint('kudos_key', ['deck_id', 'user_id'])
    .execute()
  await db.schema
    .createTable('deck_views')
    .addColumn('deck_id', 'bigint', (c) => c.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('viewer_hash', 'text', (c) => c.notNull())
    .addColumn('at', time, (c) => c.notNull())
    .addPrimaryKeyConstraint('deck_views_key', ['deck_id', 'viewer_hash'])
    .execute()
  await numbered(db, 'media')
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
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
  await db.schema.createIndex('media_user').on('media').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('media_content').on('media').columns(['user_id', 'content_hash']).unique().execute()
}

async function createQueues(db: Db): Promise<void> {
  await numbered(db, 'jobs')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('dedupe_key', 'text')
    .addColumn('payload', 'jsonb', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('crashes', 'integer', (c) => c.notNull())
    .addColumn('run_at', time, (c) => c.notNull())
    .addColumn('locked_until', time)
    .addColumn('locked_by', 'text')
    .addColumn('progress', 'real', (c) => c.notNull())
    .addColumn('result', 'jsonb')
    .addColumn('error', 'text')
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('updated_at', time, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('jobs_due').on('jobs').columns(['state', 'run_at']).execute()
  await sql`create unique index jobs_dedupe on jobs (dedupe_key) where state = 'waiting'`.execute(db)
  await numbered(db, 'mails')
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('sender_name', 'text')
    .addColumn('reply_to', 'text')
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('html', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('sent_at', time)
    .execute()
}

/**
 * One row per deck, which stores its words once. The head (title, author, description) ranks higher and can be searched
 * separately: SQLite has a small separate index for it, Postgres has words prefixed with their column. Words are
 * normalized before they are indexed, so the simplest tokenizer suffices.
 */
async function createSearch(db: Db): Promise<void> {
  if (isSqlite(db)) {
    await sql`create virtual table deck_search_head using fts5(title, author, description, tokenize = 'ascii', detail = 'column', prefix = '2 3')`.execute(
      db,
    )
    await sql`create virtual table deck_search using fts5(words, tokenize = 'ascii', detail = 'none', prefix = '2 3')`.execute(
      db,
    )
  } else {
    await sql`create table deck_search (deck_id bigint primary key references decks (id) on delete cascade, words tsvector not null)`.execute(
      db,
    )
    await sql`create index deck_search_words on deck_search using gin (words)`.execute(db)
  }
  // Bytewise collation on both databases, so that a prefix search is an index range.
  const word = isSqlite(db) ? sql`text` : sql`text collate "C"`
  await db.schema
    .createTable('search_words')
    .addColumn('word', word, (c) => c.primaryKey())
    .addColumn('deck_count', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('search_variants')
    .addColumn('variant', word, (c) => c.notNull())
    .addColumn('word', word, (c) => c.notNull())
    .addPrimaryKeyConstraint('search_variants_key', ['variant', 'word'])
    .execute()
  await db.schema.createIndex('search_variants_word').on('search_variants').column('word').execute()
}

/** The first schema: accounts, decks with versioned slides, members, media, queues, search. */
export async function up(db: Db): Promise<void> {
  await createUsers(db)
  await createDecks(db)
  await createPeopleOfDecks(db)
  await createQueues(db)
  await createSearch(db)
}
