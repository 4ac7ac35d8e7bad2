import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { randomFrom } from '../../testing/seeded-random.ts'
import { type Database, type Db, openDatabase } from './open-database.ts'

let folder: string
let path: string
let database: Database

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-group-'))
  path = join(folder, 'a.sqlite')
  database = openDatabase(path)
  await sql`create table wholes (id integer primary key)`.execute(database.write)
  await sql`create table notes (word text unique, whole integer references wholes (id))`.execute(database.write)
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const add = (db: Db, word: string) => sql`insert into notes (word) values (${word})`.execute(db)

async function words(from = database): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`select word from notes`.execute(from.read)
  return rows.map(({ word }) => word)
}

/** A transaction that writes three words, in random steps, and may fail in one of several ways. */
async function hostileWork(trx: Db, name: string, random: () => number): Promise<string> {
  const failure = ['none', 'none', 'none', 'throws', 'unique', 'foreign', 'syntax', 'caught'][Math.floor(random() * 8)]
  for (const part of [0, 1, 2]) {
    while (random() < 0.3) await setImmediate()
    await add(trx, `${name}.${part}`)
    if (part !== 1) continue
    if (failure === 'throws') throw new Error('on purpose')
    if (failure === 'unique') await add(trx, `${name}.0`)
    if (failure === 'foreign') await sql`insert into notes values (${`${name}.x`}, 1)`.execute(trx)
    if (failure === 'syntax') await sql`insert into nothing values (1)`.execute(trx)
    // A statement that fails undoes itself only.
    if (failure === 'caught') await add(trx, `${name}.0`).catch(() => undefined)
  }
  return name
}

test('whatever fails among transactions at once, those that are acknowledged are there, whole, and no other', async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const random = randomFrom(seed)
    const expected: string[] = []
    const outcomes = Array.from({ length: 60 }, async (_, at) => {
      while (random() < 0.7) await setImmediate()
      const name = `${seed}-${at}`
      const done = await database.transaction((trx) => hostileWork(trx, name, random)).catch(() => null)
      if (done === null) return
      const own = [0, 1, 2].map((part) => `${name}.${part}`)
      expected.push(...own)
      // Another connection reads it at once.
      expect(await words()).toEqual(expect.arrayContaining(own))
    })
    await Promise.all(outcomes)
    expect(expected.length).toBeGreaterThan(30)
    expect((await words()).filter((word) => word.startsWith(`${seed}-`)).toSorted()).toEqual(expected.toSorted())
  }
})

test.each([
  ['is rolled back', 0, 'Transaction is already rolled back'],
  ['shares a commit', 1, 'after the end of its transaction'],
])('what goes on after its transaction has failed and %s writes nothing for another', async (_, before, refusal) => {
  const earlier = Array.from({ length: before }, (_one, at) => database.transaction((trx) => add(trx, `before ${at}`)))
  const strays: Promise<unknown>[] = []
  const failing = database.transaction(async (trx) => {
    const slow = (async () => {
      for (const step of [1, 2, 3, 4, 5, 6]) {
        await setImmediate()
        await add(trx, `stray ${step}`)
      }
    })()
    strays.push(slow)
    await Promise.all([slow, Promise.reject(new Error('on purpose'))])
  })
  const other = database.transaction(async (trx) => {
    for (let turn = 0; turn < 20; turn++) await setImmediate()
    await add(trx, 'other')
  })
  await expect(failing).rejects.toThrow('on purpose')
  await Promise.all([...earlier, other])
  await expect(strays[0]).rejects.toThrow(refusal)
  expect(await words()).toEqual([...earlier.map((_one, at) => `before ${at}`), 'other'])
})

test('what a transaction started may begin one of its own after it', async () => {
  let settle = () => {}
  const ended = new Promise<void>((resolve) => {
    settle = resolve
  })
  let later: Promise<unknown> | undefined
  await database.transaction(async (trx) => {
    await add(trx, 'first')
    later = ended.then(() => database.transaction((own) => add(own, 'second')))
  })
  settle()
  await later
  await database.transaction((trx) => add(trx, 'third'))
  expect(await words()).toEqual(['first', 'second', 'third'])
})

test('on a full disk, what is acknowledged is there, and nothing of what is not', async () => {
  const pages = await sql<{ page_count: number }>`pragma page_count`.execute(database.write)
  await sql`pragma max_page_count = ${sql.lit(pages.rows[0]!.page_count + 12)}`.execute(database.write)
  const acknowledged: string[] = []
  const refused: string[] = []
  const write = async (name: string, size: number) => {
    const own = [`${name}.0`, `${name}.${'x'.repeat(size)}`, `${name}.2`]
    const work = database.transaction(async (trx) => {
      await add(trx, own[0]!)
      // Work that carries on is refused as well.
      await add(trx, own[1]!).catch(() => undefined)
      await add(trx, own[2]!)
    })
    await work.then(
      () => acknowledged.push(...own),
      () => refused.push(name),
    )
  }
  await Promise.all(Array.from({ length: 40 }, (_, at) => write(`w${at}`, at === 5 ? 60_000 : 10)))
  // SQLite rolls back all of the group that came before.
  expect([acknowledged.length, refused.length].every((count) => count > 0)).toBe(true)
  expect((await words()).toSorted()).toEqual(acknowledged.toSorted())
  await sql`pragma max_page_count = 100000`.execute(database.write)
  await write('later', 60_000)
  expect(await words()).toContain('later.2')
})

test('what shares a commit with a transaction that SQLite has rolled back, and whose work did not notice, is not written', async () => {
  const first = database.transaction(async (trx) => {
    await add(trx, 'first')
    // As SQLite does on a full disk.
    await sql`rollback`.execute(trx)
  })
  const others = ['second', 'third'].map((word) => database.transaction((trx) => add(trx, word).then(() => word)))
  const outcomes = await Promise.allSettled([first, ...others])
  const acknowledged = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(outcomes[0]!.status).toBe('rejected')
  expect(await words()).toEqual(acknowledged)
  await database.transaction((trx) => add(trx, 'later'))
  expect((await words()).toSorted()).toEqual([...acknowledged, 'later'].toSorted())
})

test('a database that is closed meanwhile acknowledges only what it has', async () => {
  const acknowledged: string[] = []
  const all = Array.from({ length: 100 }, (_, at) =>
    database
      .transaction(async (trx) => {
        await setImmediate()
        await add(trx, `w${at}`)
      })
      .then(() => acknowledged.push(`w${at}`))
      .catch(() => undefined),
  )
  await all[10]
  await database.close().catch(() => undefined)
  await Promise.all(all)
  database = openDatabase(path)
  expect(acknowledged.length).toBeGreaterThan(0)
  expect(await words()).toEqual(expect.arrayContaining(acknowledged))
})

/** Writes words in transactions at once, of which each seventh fails, and prints each when it is acknowledged. */
const writer = (module: string, file: string) => `
  import { writeSync } from 'node:fs'
  import { sql } from 'kysely'
  import { openDatabase } from ${JSON.stringify(module)}
  const database = openDatabase(${JSON.stringify(file)})
  const write = async (lane) => {
    for (let n = 0; ; n++) {
      const name = lane + '-' + n
      await database.transaction(async (trx) => {
        for (const part of [0, 1]) await sql\`insert into notes (word) values (\${name + '.' + part})\`.execute(trx)
        if (n % 7 === lane % 7) throw new Error('on purpose')
      }).then(() => writeSync(1, name + '\\n'), () => undefined)
    }
  }
  for (let lane = 0; lane < 20; lane++) void write(lane)
`

test('a process that is killed loses nothing that it acknowledged, and leaves no part of a transaction', async () => {
  const program = writer(join(import.meta.dirname, 'open-database.ts'), path)
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const acknowledged: string[] = []
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.push(line)
      if (acknowledged.length === 300) child.kill('SIGKILL')
    }
    await ended
  } finally {
    child.kill('SIGKILL')
  }
  const after = openDatabase(path)
  const found = new Set(await words(after))
  await after.close()
  expect(acknowledged.length).toBeGreaterThanOrEqual(300)
  expect(acknowledged.filter((name) => !found.has(`${name}.0`) || !found.has(`${name}.1`))).toEqual([])
  for (const word of found) expect(found).toContain(word.replace(/\d$/, (part) => (part === '0' ? '1' : '0')))
  const failed = [...found].filter((word) => {
    const [lane, n] = word.split(/[-.]/).map(Number) as [number, number]
    return n % 7 === lane % 7
  })
  expect(failed).toEqual([])
}, 30_000)
