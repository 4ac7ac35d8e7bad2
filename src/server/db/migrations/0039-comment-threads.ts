import { type Kysely, sql } from 'kysely'

const time = sql`timestamptz(3)`

/** The last comment of each slide that is there now: an upgrade marks no old comments as unread. */
async function markAllRead(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into comment_reads (user_id, deck_id, slide_hash, comment_id, read_at)
    select people.user_id, comments.deck_id, coalesce(comments.slide_hash, ''), max(comments.id), max(comments.created_at)
    from comments
    inner join (
      select id as deck_id, user_id from decks
      union
      select deck_id, user_id from deck_users where user_id is not null
    ) as people on people.deck_id = comments.deck_id
    group by people.user_id, comments.deck_id, coalesce(comments.slide_hash, '')
  `.execute(db)
}

/**
 * Replies to comments, resolved comments, pins to blocks and words, and what each collaborator has read: up to which
 * comment of a slide ('' for those about the deck). A pin without a quote is to a whole block.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const comments = () => schema.alterTable('comments')
  await comments()
    .addColumn('parent_id', 'bigint', (c) => c.references('comments.id').onDelete('set null'))
    .execute()
  await comments().addColumn('resolved_at', time).execute()
  await comments()
    .addColumn('resolved_by', 'bigint', (c) => c.references('users.id').onDelete('set null'))
    .execute()
  await comments().addColumn('pin_block', 'text').execute()
  await comments().addColumn('pin_quote', 'text').execute()
  await comments().addColumn('pin_offset', 'integer').execute()
  await schema.createIndex('comments_parent').on('comments').column('parent_id').execute()
  await schema.createIndex('comments_resolver').on('comments').column('resolved_by').execute()
  // Each save asks for the pins of its deck.
  await schema
    .createIndex('comments_pinned')
    .on('comments')
    .column('deck_id')
    .where(sql.ref('pin_block'), 'is not', null)
    .execute()
  await schema
    .createTable('comment_reads')
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('deck_id', 'bigint', (c) => c.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('slide_hash', 'text', (c) => c.notNull())
    .addColumn('comment_id', 'bigint', (c) => c.notNull())
    .addColumn('read_at', time, (c) => c.notNull())
    .addPrimaryKeyConstraint('comment_reads_key', ['user_id', 'deck_id', 'slide_hash'])
    .execute()
  await schema.createIndex('comment_reads_deck').on('comment_reads').column('deck_id').execute()
  await markAllRead(db)
}
