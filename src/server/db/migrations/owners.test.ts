import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restoreBackup } from '../../../backup/restore-backup.ts'
import { writeBackup } from '../../../backup/write-backup.ts'
import { bareTestDatabase, type TestDatabase } from '../../../testing/test-databases.ts'
import { diskFiles } from '../../files/disk-files.ts'
import { migrate } from '../migrate.ts'
import { type Database, openDatabase } from '../open-database.ts'

const kinds = ['sqlite', 'postgres'] as const
const now = new Date('2026-11-22T10:00:00.000Z')
const times = { created_at: now, updated_at: now }
const user = (id: number) => ({
  ...{ id, username: `person${id}`, email: `person${id}@example.org`, password_hash: 'x', settings: '{}' },
  ...{ password_changed_at: now, ...times },
})
const picture = (id: number, user_id: number, content_hash: string) => ({
  ...{ id, user_id, key: `media/${id}.png`, label: `Picture ${id}`, content_type: 'image/png', size: 3 },
  ...{ width: 4, height: null, inline: false, hidden: true, content_hash, created_at: now },
})
const template = (id: number, user_id: number) => ({ id, user_id, label: 'One', html: '<section>', size: 9, ...times })

// biome-ignore lint/suspicious/noExplicitAny: the tables as an earlier version had them
type AnyTable = Kysely<any>

describe.each(kinds)('on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-owners-'))
  const made: { file: TestDatabase; database: Database }[] = []
  let database: Database

  async function open(of: Database['kind']) {
    const file = await bareTestDatabase(of)
    const opened = { file, database: openDatabase(file.address) }
    made.push(opened)
    return opened
  }

  /** An instance before owners: of each numbered table the row with the highest id was deleted. */
  async function earlier() {
    const opened = await open(kind)
    await migrate(opened.database, '0012-teams')
    const write = opened.database.write as AnyTable
    await write
      .insertInto('users')
      .values([user(1), user(2)])
      .execute()
    await write
      .insertInto('media')
      .values([picture(1, 1, 'a'), picture(2, 2, 'a'), picture(9, 1, 'b')])
      .execute()
    await write
      .insertInto('slide_templates')
      .values([template(1, 1), template(5, 1)])
      .execute()
    await write.deleteFrom('media').where('id', '=', 9).execute()
    await write.deleteFrom('slide_templates').execute()
    if (kind === 'postgres') {
      // Postgres's sequence ignores ids that an insert specifies.
      await sql`select setval(pg_get_serial_sequence('media', 'id'), 9)`.execute(write)
      await sql`select setval(pg_get_serial_sequence('slide_templates', 'id'), 5)`.execute(write)
    }
    return opened
  }

  /** A media row as the current program inserts it: the database generates the id. */
  const { id: _, ...mine } = picture(0, 1, 'c')

  beforeAll(async () => {
    ;({ database } = await earlier())
    await migrate(database)
    await database.write
      .insertInto('teams')
      .values([
        { id: 1, slug: 'acme', name: 'Acme', ...times },
        { id: 2, slug: 'other', name: 'Other', ...times },
      ])
      .execute()
  })
  afterAll(async () => {
    for (const one of made) {
      await one.database.close()
      await one.file.remove()
    }
    rmSync(folder, { recursive: true, force: true })
  })

  test('every row keeps its owner and its id', async () => {
    const rows = await database.read.selectFrom('media').selectAll().orderBy('id').execute()
    const since = { team_id: null, sanitizer_version: 1, refusal: null, alt: '', renditions: null, duration: null }
    expect(rows).toEqual([
      { ...picture(1, 1, 'a'), ...since, search_label: 'picture 1' },
      { ...picture(2, 2, 'a'), ...since, search_label: 'picture 2' },
    ])
  })

  test('an id that was used before is not reused', async () => {
    const inserted = await database.write
      .insertInto('media')
      .values({ ...mine, key: 'media/next.png' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: __, ...slide } = template(0, 1)
    const kept = await database.write
      .insertInto('slide_templates')
      .values(slide)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect([inserted.id, kept.id]).toEqual([10, 6])
  })

  test.each([
    ['two owners', { user_id: 1, team_id: 1 }],
    ['no owner', { user_id: null, team_id: null }],
  ])('a row with %s is refused', async (_what, owner) => {
    const { id: __, ...slide } = template(0, 1)
    const media = { ...mine, key: 'media/refused.png', content_hash: 'd' }
    await expect(
      database.write
        .insertInto('media')
        .values({ ...media, ...owner })
        .execute(),
    ).rejects.toThrow(/media_one_owner/)
    await expect(
      database.write
        .insertInto('slide_templates')
        .values({ ...slide, ...owner })
        .execute(),
    ).rejects.toThrow(/slide_templates_one_owner/)
  })

  test('a content is unique for each owner, not across owners', async () => {
    const add = (key: string, owner: { user_id?: number; team_id?: number }) =>
      database.write
        .insertInto('media')
        .values({ ...mine, user_id: null, ...owner, key, content_hash: 'same' })
        .execute()
    await add('media/e1.png', { user_id: 1 })
    await add('media/e2.png', { user_id: 2 })
    await add('media/e3.png', { team_id: 1 })
    await add('media/e4.png', { team_id: 2 })
    await expect(add('media/e5.png', { user_id: 2 })).rejects.toThrow()
    await expect(add('media/e6.png', { team_id: 1 })).rejects.toThrow()
  })

  test('deleting a team deletes what it owns', async () => {
    await database.write.deleteFrom('teams').where('id', '=', 2).execute()
    const left = await database.read.selectFrom('media').select('team_id').where('content_hash', '=', 'same').execute()
    expect(left.map((row) => row.team_id).sort()).toEqual([1, null, null])
  })

  test.each(kinds)('a backup of the previous version is restored to %s', async (to) => {
    const source = await earlier()
    const path = join(folder, `${to}.backup`)
    await writeBackup(path, { databaseUrl: source.file.address, files: diskFiles(join(folder, `from-${to}`)) }, null)
    const target = await open(to)
    await restoreBackup(path, { database: target.database, files: diskFiles(join(folder, `to-${to}`)) }, null)
    const rows = await target.database.read
      .selectFrom('media')
      .select(['id', 'user_id', 'team_id'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { id: 1, user_id: 1, team_id: null },
      { id: 2, user_id: 2, team_id: null },
    ])
    const next = await target.database.write
      .insertInto('media')
      .values({ ...mine, key: 'media/next.png' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(next.id).toBe(10)
  })
})
