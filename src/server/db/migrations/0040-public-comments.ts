import { type Kysely, sql } from 'kysely'
import { numberedTable } from '../numbered-table.ts'

type Db = Kysely<unknown>

const time = sql`timestamptz(3)`

/** Comments below public decks. They go with their deck and with their author. */
async function createComments(db: Db): Promise<void> {
  await numberedTable(db, 'public_comments')
    .addColumn('deck_id', 'bigint', (c) => c.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('save_id', 'text')
    .addColumn('created_at', time, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('public_comments_deck').on('public_comments').columns(['deck_id', 'id']).execute()
  // A repeated request adds no second comment.
  await db.schema
    .createIndex('public_comments_save')
    .unique()
    .on('public_comments')
    .columns(['deck_id', 'user_id', 'save_id'])
    .execute()
  await db.schema.createIndex('public_comments_user').on('public_comments').column('user_id').execute()
}

/** Existing decks stay without public comments until their owner wants them. Reports may be of a comment. */
export async function up(db: Db): Promise<void> {
  await createComments(db)
  await db.schema
    .alterTable('decks')
    .addColumn('public_comments', 'boolean', (c) => c.notNull().defaultTo(sql`false`))
    .execute()
  await db.schema
    .alterTable('reports')
    .addColumn('public_comment_id', 'bigint', (c) => c.references('public_comments.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('reports_public_comment').on('reports').column('public_comment_id').execute()
}
