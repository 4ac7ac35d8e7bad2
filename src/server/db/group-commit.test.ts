import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { promotedBytes } from '../../testing/promoted-bytes.ts'
import { GroupCommit } from './group-commit.ts'
import { type Database, type Db, openDatabase } from './open-database.ts'

let folder: string
let database: Database

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-group-'))
  database = openDatabase(join(folder, 'a.sqlite'))
  await sql`create table notes (word text unique)`.execute(database.write)
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const add = (trx: Db, word: string) => sql`insert into notes values (${word})`.execute(trx)

async function words(): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`select word from notes order by word`.execute(database.read)
  return rows.map(({ word }) => word)
}

test('of transactions that wait for each other, one that fails changes nothing, and the others are committed', async () => {
  const outcomes = await Promise.allSettled(
    ['a', 'b', 'c', 'a'].map((word, at) =>
      database.transaction(async (trx) => {
        await add(trx, word)
        await add(trx, `${word}${at}`)
        if (word === 'b') throw new Error('not this one')
        return at
      }),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  expect(outcomes[2]).toEqual({ status: 'fulfilled', value: 2 })
  expect(await words()).toEqual(['a', 'a0', 'c', 'c2'])
})

test('no outcome is known before the commit, not even of a transaction that found what another one wrote', async () => {
  const seen: (readonly [string, string[]])[] = []
  const note = async (name: string) => void seen.push([name, await words()])
  const group = new GroupCommit(database.write, Number.POSITIVE_INFINITY)
  const [first, second, third] = ['a', 'a', 'b'].map((word) => group.run((trx) => add(trx, word))) as [
    Promise<unknown>,
    Promise<unknown>,
    Promise<unknown>,
  ]
  await Promise.all([
    first.then(() => note('first')),
    second.catch(() => note('second')),
    third.then(() => note('third')),
  ])
  expect(seen.map(([name]) => name)).toEqual(['first', 'second', 'third'])
  for (const [, found] of seen) expect(found).toEqual(['a', 'b'])
})

test('where the commit fails, all of them fail', async () => {
  await sql`create table parts (id integer primary key, whole integer references parts (id) deferrable initially deferred)`.execute(
    database.write,
  )
  const group = new GroupCommit(database.write, Number.POSITIVE_INFINITY)
  const outcomes = await Promise.allSettled([
    group.run((trx) => add(trx, 'a')),
    group.run((trx) => sql`insert into parts values (1, 2)`.execute(trx)),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await words()).toEqual([])
  await database.transaction((trx) => add(trx, 'later'))
  expect(await words()).toEqual(['later'])
})

test('a transaction inside another is refused: it would wait for ever', async () => {
  const inside = database.transaction(() => database.transaction((trx) => add(trx, 'a')))
  await expect(inside).rejects.toThrow('inside another')
  await database.transaction((trx) => add(trx, 'b'))
  expect(await words()).toEqual(['b'])
})

test('each of the transactions that wait for each other runs in the context of its caller', async () => {
  const caller = new AsyncLocalStorage<string>()
  const seen = await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      caller.run(name, () =>
        database.transaction(async (trx) => {
          await add(trx, name)
          return caller.getStore()
        }),
      ),
    ),
  )
  expect(seen).toEqual(['a', 'b', 'c'])
})

test('what a transaction used is garbage of the young generation after it', async () => {
  const bytes = await promotedBytes(1_000, () => {
    // 16 kB.
    const used = new Array<number>(2_000).fill(1)
    return database.transaction(async () => used.length)
  })
  expect(bytes / 16_000).toBeLessThan(200)
})
