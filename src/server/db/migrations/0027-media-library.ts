import { type Kysely, sql } from 'kysely'
import { numberedTable } from '../numbered-table.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tables as this migration has them
type Db = Kysely<any>

const time = sql`timestamptz(3)`
/** Rows per batch. */
const atOnce = 50

/** More files of one slide, and longer keys, are not listed; see deck-media.ts. */
const [mostFiles, longestKey] = [500, 200]

/** Without accents and in lower case, as later labels are stored. */
const searchable = (label: string) =>
  label
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** Columns with defaults, so that a process of the release before can insert pictures meanwhile. */
async function extendMedia(db: Db): Promise<void> {
  const added = () => db.schema.alterTable('media')
  await added()
    .addColumn('alt', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await added().addColumn('search_label', 'text').execute()
  await added().addColumn('renditions', 'jsonb').execute()
  let after = 0
  for (;;) {
    const rows = await db
      .selectFrom('media')
      .select(['id', 'label'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(500)
      .execute()
    for (const { id, label } of rows) {
      await db
        .updateTable('media')
        .set({ search_label: searchable(label) })
        .where('id', '=', id)
        .execute()
      after = Number(id)
    }
    if (rows.length === 0) return
  }
}

async function createTags(db: Db): Promise<void> {
  await numberedTable(db, 'media_tags')
    .addColumn('user_id', 'bigint', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('team_id', 'bigint', (c) => c.references('teams.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addCheckConstraint('media_tags_one_owner', sql<boolean>`(user_id is null) <> (team_id is null)`)
    .execute()
  await db.schema.createIndex('media_tags_user').on('media_tags').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('media_tags_team').on('media_tags').columns(['team_id', 'id']).execute()
  await db.schema
    .createTable('media_tag_items')
    .addColumn('tag_id', 'bigint', (c) => c.notNull().references('media_tags.id').onDelete('cascade'))
    .addColumn('media_id', 'bigint', (c) => c.notNull().references('media.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('media_tag_items_key', ['tag_id', 'media_id'])
    .execute()
  await db.schema.createIndex('media_tag_items_media').on('media_tag_items').column('media_id').execute()
}

async function createDeckMedia(db: Db): Promise<void> {
  await db.schema
    .createTable('deck_media')
    .addColumn('deck_id', 'bigint', (c) => c.notNull())
    .addColumn('slide_id', 'text', (c) => c.notNull())
    .addColumn('since', 'integer', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('deck_media_key', ['deck_id', 'slide_id', 'since', 'key'])
    .addForeignKeyConstraint(
      'deck_media_slide',
      ['deck_id', 'slide_id', 'since'],
      'deck_slides',
      ['deck_id', 'slide_id', 'since'],
      (c) => c.onDelete('cascade'),
    )
    .execute()
  await db.schema.createIndex('deck_media_by_key').on('deck_media').column('key').execute()
}

/** A batch of slides with uploaded files, after the slide `after`. */
function slidesAfter(db: Db, after: readonly [number, string, number]) {
  return db
    .selectFrom('deck_slides')
    .select(['deck_id', 'slide_id', 'since', 'html'])
    .where(sql<boolean>`(deck_id, slide_id, since) > (${sql.join(after.map((value) => sql.val(value)))})`)
    .where('html', 'like', '%/m/%')
    .orderBy('deck_id')
    .orderBy('slide_id')
    .orderBy('since')
    .limit(atOnce)
    .execute()
}

async function listMediaOfDecks(db: Db): Promise<void> {
  let after: readonly [number, string, number] = [0, '', 0]
  for (;;) {
    const slides = await slidesAfter(db, after)
    for (const { deck_id, slide_id, since, html } of slides) {
      after = [Number(deck_id), slide_id, since]
      const keys = new Set([...html.matchAll(/\/m\/([\w.-]+)/g)].map(([, name]) => `media/${name}`))
      const listed = [...keys].filter((key) => key.length <= longestKey).slice(0, mostFiles)
      const rows = listed.map((key) => ({ deck_id, slide_id, since, key }))
      for (let start = 0; start < rows.length; start += atOnce) {
        await db
          .insertInto('deck_media')
          .values(rows.slice(start, start + atOnce))
          .execute()
      }
    }
    if (slides.length === 0) return
  }
}

/**
 * The media library: tags, alternative texts, a folded copy of each label for the search, the smaller versions
 * of pictures, and which slides use which files.
 */
export async function up(db: Db): Promise<void> {
  await extendMedia(db)
  await createTags(db)
  await createDeckMedia(db)
  await listMediaOfDecks(db)
}
