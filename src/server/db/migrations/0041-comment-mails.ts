import { type Kysely, sql } from 'kysely'

const time = sql`timestamptz(3)`

/**
 * The summaries of missed comments: when the last one of a deck was sent to a user, and since when the user wants none.
 * Mails may have a URL that ends them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('comment_mails')
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('deck_id', 'bigint', (c) => c.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('mailed_at', time)
    .addColumn('ended_at', time)
    .addPrimaryKeyConstraint('comment_mails_key', ['user_id', 'deck_id'])
    .execute()
  await schema.createIndex('comment_mails_deck').on('comment_mails').column('deck_id').execute()
  // Each run of the job asks for the comments of the last days.
  await schema.createIndex('comments_created').on('comments').column('created_at').execute()
  await schema.alterTable('mails').addColumn('unsubscribe_url', 'text').execute()
}
