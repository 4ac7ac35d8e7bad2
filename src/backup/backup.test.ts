import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defineJobs } from '../api/jobs.ts'
import { limits } from '../rules/limits.ts'
import { type Database, openDatabase } from '../server/db/open-database.ts'
import type { Schema } from '../server/db/schema.ts'
import { diskFiles } from '../server/files/disk-files.ts'
import { makeDeck } from '../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../testing/test-app.ts'
import { testDatabase } from '../testing/test-databases.ts'
import { readBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { backupTables, derivedTables, type Manifest } from './tables.ts'
import { verifyBackup } from './verify-backup.ts'
import { writeBackup } from './write-backup.ts'

const passphrase = 'nobody guesses this one'
const folder = mkdtempSync(join(tmpdir(), 'lectern-backups-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
const freshPath = () => {
  made += 1
  return join(folder, `${made}.backup`)
}

/** Counts and hashes: equal before and after a restore. */
const contents = ({ tables, sequences, files }: Manifest) => ({
  tables,
  sequences,
  files: [...files].sort((a, b) => (a.key < b.key ? -1 : 1)),
})

test('every table is either backed up or derived', async () => {
  const file = await testDatabase('sqlite')
  const database = openDatabase(file.address)
  const tables = await database.read.introspection.getTables()
  const names = tables.map(({ name }) => name).filter((name) => !/^(kysely_|deck_search|sqlite_)/.test(name))
  const known: string[] = [...backupTables.map(({ name }) => name), ...derivedTables]
  expect(names.sort()).toEqual(known.sort())
  await database.close()
  await file.remove()
})

eachDatabase((makeApp, kind) => {
  let app: TestApp
  let ann: TestPerson
  const source = () => ({ databaseUrl: app.services.settings.databaseUrl, files: app.services.files })
  /** An empty database and store of a kind, removed after the work. */
  async function inEmptyPlace<T>(
    to: Database['kind'],
    work: (target: { database: Database; files: ReturnType<typeof diskFiles>; address: string }) => Promise<T>,
  ) {
    const place = await testDatabase(to)
    const database = openDatabase(place.address)
    try {
      return await work({ database, files: diskFiles(mkdtempSync(join(folder, 'files-'))), address: place.address })
    } finally {
      await database.close()
      await place.remove()
    }
  }

  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
    ann = await app.person({ plan: 'pro', name: 'Ann\u2028 “Ñandú” 😀' })
    const { files } = app.services
    await files.put('media/first-picture.png', new Uint8Array([1, 2, 3]), 'image/png')
    await files.put('media/the-same-again.png', new Uint8Array([1, 2, 3]), 'image/png')
    await files.put('pictures/another.webp', Buffer.alloc(400_000, 7), 'image/webp')
    const data = '<section><h1>Zugvögel</h1></section><section><p>two</p></section>'
    for (let n = 0; n < 5; n += 1) await ann.post('/api/v1/decks.json', { deck: { title: `Deck ${n}`, data } })
    const gone = await makeDeck(app.services, ann.user)
    await app.services.database.write.deleteFrom('decks').where('id', '=', gone.id).execute()
    await app.services.jobs.idle()
  })

  test('a restore into either kind of database has the same rows, ids, files and search results', async () => {
    const path = freshPath()
    const manifest = await writeBackup(path, source(), null)
    expect(manifest.tables.decks?.count).toBe(5)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    for (const to of ['sqlite', 'postgres'] as const) {
      await inEmptyPlace(to, async (target) => {
        await restoreBackup(path, target, null)
        const again = await writeBackup(freshPath(), { databaseUrl: target.address, files: target.files }, null)
        expect(contents(again)).toEqual(contents(manifest))
        const words = (database: Database) =>
          database.read.selectFrom('search_words').selectAll().orderBy('word').execute()
        expect(await words(target.database)).toEqual(await words(app.services.database))
        expect(await nextDeckId(target.database)).toBe((manifest.sequences.decks ?? 0) + 1)
      })
    }
  }, 60_000)

  /** The id of the next deck: not that of the last deleted deck. */
  async function nextDeckId(database: Database): Promise<number> {
    const { id, ...deck } = await database.read.selectFrom('decks').selectAll().orderBy('id').executeTakeFirstOrThrow()
    const row = await database.write
      .insertInto('decks')
      .values({ ...deck, slug: `next-to-${id}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  }

  test('a backup under load contains every write acknowledged before it began, and every deck is complete', async () => {
    const { id } = await app.services.database.read
      .selectFrom('decks')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    let version = (await ann.get(`/api/v1/decks/${id}.json`)).body.version as number
    let saving = true
    const acknowledged: string[] = []
    const saver = (async () => {
      while (saving) {
        const text = `save ${version}`
        const data = `<section><p>${text}</p></section><section><p>${text}</p></section>`
        await app.services.limits.reset('save', `user:${ann.user.id}`)
        const answer = await ann.put(`/api/v1/decks/${id}.json`, { deck: { version, data } })
        expect(answer.status).toBe(200)
        version = answer.body.version
        acknowledged.push(text)
      }
    })()
    for (let round = 0; round < 2; round += 1) {
      const before = acknowledged.length
      const path = freshPath()
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before)
      const known = acknowledged.at(-1) as string
      const manifest = await writeBackup(path, source(), null)
      await inEmptyPlace(kind, async (target) => {
        expect((await restoreBackup(path, target, null)).tables).toEqual(manifest.tables)
        const rows = await target.database.read
          .selectFrom('deck_slides')
          .select('html')
          .where('deck_id', '=', id)
          .where('until', 'is', null)
          .execute()
        const texts = rows.map(({ html }) => /save (\d+)/.exec(html)?.[1])
        expect(new Set(texts).size).toBe(1)
        expect(Number(texts[0])).toBeGreaterThanOrEqual(Number(known.split(' ')[1]))
      })
    }
    saving = false
    await saver
    expect(acknowledged.length).toBeGreaterThan(3)
  }, 120_000)

  test('a target that is not empty is refused and unchanged', async () => {
    const path = freshPath()
    await writeBackup(path, source(), null)
    await inEmptyPlace(kind, async (target) => {
      await target.files.put('media/somebody-elses.png', new Uint8Array([9]), 'image/png')
      await expect(restoreBackup(path, target, null)).rejects.toThrow('The store is not empty')
      await target.files.delete('media/somebody-elses.png')
      await restoreBackup(path, target, null)
      await expect(restoreBackup(path, target, null)).rejects.toThrow(
        'The database is not empty: there are users in it',
      )
    })
  })

  test('decks whose trash retention ended since the backup are not deleted right after a restore', async () => {
    const at = (days: number) => new Date(Date.now() - days * 86_400_000)
    const [ended, recent] = [await makeDeck(app.services, ann.user), await makeDeck(app.services, ann.user)]
    const trash = (id: number, trashed_at: Date) =>
      app.services.database.write.updateTable('decks').set({ trashed_at }).where('id', '=', id).execute()
    const recently = at(limits.deck.trashDays - 1)
    await trash(ended.id, at(limits.deck.trashDays + 60))
    await trash(recent.id, recently)
    const path = freshPath()
    await writeBackup(path, source(), null)
    await app.services.database.write.deleteFrom('decks').where('id', 'in', [ended.id, recent.id]).execute()
    await inEmptyPlace(kind, async (target) => {
      await restoreBackup(path, target, null)
      const rows = await target.database.read.selectFrom('decks').select(['id', 'trashed_at']).execute()
      const trashedAt = (id: number) => rows.find((row) => row.id === id)?.trashed_at?.getTime() ?? 0
      expect(trashedAt(ended.id)).toBeGreaterThan(at(1).getTime())
      expect(trashedAt(recent.id)).toBe(recently.getTime())
    })
  })

  test('a database of an earlier version is backed up before any migration', async () => {
    await inEmptyPlace(kind, async (target) => {
      for (const table of ['theme_templates', 'slide_templates', 'unused_files']) {
        await sql`drop table ${sql.table(table)}`.execute(target.database.write)
      }
      await sql`delete from kysely_migration where name > '0002'`.execute(target.database.write)
      const path = freshPath()
      await writeBackup(path, { databaseUrl: target.address, files: target.files }, null)
      expect((await verifyBackup(path, null)).migrations).toEqual(['0001-foundation'])
    })
  })

  test('a backup that the disk corrupted is reported as failed, and removed', async () => {
    const path = freshPath()
    const { files } = app.services
    const read = async (key: string) => {
      const bytes = readFileSync(path)
      bytes[bytes.length - 1] = bytes.at(-1)! ^ 1
      const file = openSync(path, 'r+')
      writeSync(file, bytes, bytes.length - 1, 1, bytes.length - 1)
      closeSync(file)
      return files.read(key)
    }
    const store = { list: () => files.list(), read }
    await expect(writeBackup(path, { ...source(), files: store }, null)).rejects.toThrow('damaged')
    expect(existsSync(path)).toBe(false)
  })

  test('an existing file is not overwritten', async () => {
    const path = freshPath()
    writeFileSync(path, 'precious')
    await expect(writeBackup(path, source(), null)).rejects.toThrow('EEXIST')
    expect(readFileSync(path, 'utf8')).toBe('precious')
  })

  // The file format does not depend on the source database.
  describe.runIf(kind === 'sqlite')('a modified backup', () => {
    test.each([null, passphrase])(
      'is detected if any single byte differs (passphrase: %s)',
      async (secret) => {
        const path = freshPath()
        await writeBackup(path, source(), secret)
        const bytes = readFileSync(path)
        const damaged = freshPath()
        // Deriving a key from a passphrase is deliberately slow.
        const tries = secret === null ? 30 : 4
        const places = Array.from({ length: tries }, (_, n) => Math.floor((bytes.length * (n + 0.5)) / tries))
        for (const place of [20, ...places, bytes.length - 1]) {
          const copy = Buffer.from(bytes)
          copy[place] = copy[place]! ^ 1
          writeFileSync(damaged, copy)
          await expect(readBackup(damaged, secret), `byte ${place}`).rejects.toThrow(/backup/)
        }
        for (const length of [0, 10, bytes.length - 1, Math.floor(bytes.length / 2)]) {
          writeFileSync(damaged, bytes.subarray(0, length))
          await expect(readBackup(damaged, secret), `cut at ${length}`).rejects.toThrow(/backup/)
        }
        expect((await readBackup(path, secret)).tables.users?.count).toBe(1)
      },
      60_000,
    )

    test('opens with its passphrase only, if encrypted', async () => {
      const path = freshPath()
      await writeBackup(path, source(), passphrase)
      expect(readFileSync(path).includes(ann.user.email)).toBe(false)
      await expect(readBackup(path, null)).rejects.toThrow('give its passphrase')
      await expect(readBackup(path, 'another')).rejects.toThrow('cannot be opened with this passphrase')
      expect((await verifyBackup(path, passphrase)).tables.decks?.count).toBe(5)
    })
  })
})

test('a backup of a newer Lectern is refused', async () => {
  const file = await testDatabase('sqlite')
  const database = openDatabase(file.address)
  const path = freshPath()
  const row = { name: '9999-from-the-future', timestamp: '2030-01-01' }
  await (database.write as unknown as import('kysely').Kysely<Schema & { kysely_migration: typeof row }>)
    .insertInto('kysely_migration')
    .values(row)
    .execute()
  const files = diskFiles(join(folder, 'none'))
  await writeBackup(path, { databaseUrl: file.address, files }, null)
  await expect(verifyBackup(path, null)).rejects.toThrow('newer Lectern (9999-from-the-future)')
  await database.close()
  await file.remove()
})
