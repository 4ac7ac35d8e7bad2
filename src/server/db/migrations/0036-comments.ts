import { type Kysely, sql } from 'kysely'
import { numberedTable } from '../numbered-table.ts'

const time = sql`timestamptz(3)`

/** Comments of a deck's collaborators, on one slide or on the deck. They go with their deck and with their author. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await numberedTable(db, 'comments')
    .addColumn('deck_id', 'bigint', (c) => c.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('slide_hash', 'text')
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('save_id', 'text')
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('updated_at', time)
    .execute()
  await db.schema.createIndex('comments_deck').on('comments').columns(['deck_id', 'id']).execute()
  await db.schema.createIndex('comments_slide').on('comments').columns(['deck_id', 'slide_hash', 'id']).execute()
  // A repeated request adds no second comment.
  await db.schema
    .createIndex('comments_save')
    .unique()
    .on('comments')
    .columns(['deck_id', 'user_id', 'save_id'])
    .execute()
  await db.schema.createIndex('comments_user').on('comments').column('user_id').execute()
}
