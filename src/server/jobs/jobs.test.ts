import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/test-databases.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { DatabaseBusy } from '../db/database-unavailable.ts'
import { type Database, openDatabase } from '../db/open-database.ts'
import { createLog } from '../http/logging.ts'
import type { JobRun, Jobs } from '../services.ts'
import { createJobs, type JobsOptions } from './create-jobs.ts'
import { PermanentJobError } from './permanent-job-error.ts'

describe.each(['sqlite', 'postgres'] as const)('jobs on %s', (kind) => {
  let file: TestDatabase
  let database: Database
  let queues: Jobs[] = []
  let now = new Date('2026-01-01T00:00:00Z')

  beforeAll(async () => {
    file = await testDatabase(kind)
    database = openDatabase(file.address)
  })
  beforeEach(async () => {
    await database.write.deleteFrom('jobs').execute()
    now = new Date('2026-01-01T00:00:00Z')
  })
  afterEach(async () => {
    for (const queue of queues) await queue.stop()
    queues = []
  })
  afterAll(async () => {
    await database.close()
    await file.remove()
  })

  const queue = (options: Partial<JobsOptions> = {}) => {
    const made = createJobs({ database, log: createLog('silent'), poll: 10, backoff: () => 0, ...options })
    queues.push(made)
    return made
  }
  const rows = () => database.read.selectFrom('jobs').selectAll().orderBy('id').execute()
  const add = (jobs: Jobs, name: string, options = {}) =>
    database.transaction((trx) => jobs.add(trx, 'work', { name }, options))

  test('a job added in a transaction that is rolled back never runs', async () => {
    const jobs = queue()
    const ran: unknown[] = []
    jobs.define('work', async ({ payload }) => void ran.push(payload.name))
    await expect(
      database.transaction(async (trx) => {
        await jobs.add(trx, 'work', { name: 'never' })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await add(jobs, 'once')
    await jobs.idle()
    expect(ran).toEqual(['once'])
    expect(await rows()).toMatchObject([{ state: 'done', progress: 1, attempts: 1, locked_by: null }])
  })

  test('a queue that was stopped before its start does nothing', async () => {
    const jobs = queue()
    jobs.every('tick', 1_000, async () => undefined)
    await jobs.stop()
    jobs.start()
    await jobs.stop()
    expect(await rows()).toEqual([])
  })

  test('concurrent workers never run a job twice', async () => {
    const ran: unknown[] = []
    const workers = Array.from({ length: 4 }, () => queue({ parallel: 2 }))
    for (const jobs of workers) jobs.define('work', async ({ payload }) => void ran.push(payload.name))
    for (let n = 0; n < 40; n++) await add(workers[0] as Jobs, `job ${n}`)
    for (const jobs of workers) jobs.start()
    await (workers[0] as Jobs).idle()
    expect(ran.length).toBe(40)
    expect(new Set(ran).size).toBe(40)
  })

  test.each([1, 3])(
    'jobs of several owners run round-robin, regardless of their number, with %d at a time',
    async (parallel) => {
      // Some claims get their time late, as on a busy machine.
      let calls = 0
      const clock = async () => {
        const now = new Date()
        calls += 1
        if (calls % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 20))
        return now
      }
      const jobs = queue({ parallel, clock })
      const ran: string[] = []
      jobs.define('work', async ({ payload }) => {
        ran.push(String(payload.name))
        await new Promise((resolve) => setTimeout(resolve, 5))
      })
      for (let n = 0; n < 20; n++) await add(jobs, 'ann', { owner: 'user:1' })
      await add(jobs, 'bob', { owner: 'user:2' })
      await add(jobs, 'mail')
      await add(jobs, 'bob', { owner: 'user:2' })
      jobs.start()
      await jobs.idle()
      expect(ran).toHaveLength(23)
      // Allows for the jobs claimed with the first one, and for one job of each owner before bob's second.
      expect(ran.lastIndexOf('bob')).toBeLessThan(5 + parallel)
      expect(ran.indexOf('mail')).toBeLessThan(2 + parallel)
    },
  )

  test('long jobs of one owner run one after the other in their order, and leave a place for another owner', async () => {
    const jobs = queue()
    const running: string[] = []
    const ran: string[] = []
    const held = new Map<string, () => void>()
    const handler = async ({ payload }: JobRun) => {
      const name = String(payload.name)
      ran.push(name)
      running.push(name)
      await new Promise<void>((resolve) => void held.set(name, resolve))
      running.splice(running.indexOf(name), 1)
      return undefined
    }
    jobs.define('work', handler, { atOnce: 2, onePerOwner: true })
    jobs.start()
    for (const name of ['ann 1', 'ann 2']) await add(jobs, name, { owner: 'user:1' })
    await waitFor(() => held.has('ann 1'))
    await add(jobs, 'ann 3', { owner: 'user:1' })
    await add(jobs, 'bob', { owner: 'user:2' })
    await waitFor(() => held.has('bob'))
    expect(running).toEqual(['ann 1', 'bob'])
    held.get('ann 1')?.()
    await waitFor(() => held.has('ann 2'))
    held.get('bob')?.()
    held.get('ann 2')?.()
    await waitFor(() => held.has('ann 3'))
    held.get('ann 3')?.()
    await jobs.idle()
    expect(ran).toEqual(['ann 1', 'bob', 'ann 2', 'ann 3'])
  })

  test('a new job replaces a waiting job of the same key, but not a running one', async () => {
    const jobs = queue()
    const ran: unknown[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    jobs.define('work', async ({ payload }) => {
      ran.push(payload.name)
      if (payload.name === 'first') await held
    })
    await add(jobs, 'first', { dedupeKey: 'deck:1' })
    jobs.start()
    await waitFor(() => ran.length === 1)
    const second = await add(jobs, 'second', { dedupeKey: 'deck:1' })
    expect(await add(jobs, 'third', { dedupeKey: 'deck:1' })).toBe(second)
    release()
    await jobs.idle()
    expect(ran).toEqual(['first', 'third'])
  })

  test('of jobs that are added together, those that wait with the same payload stay, and the others are added', async () => {
    const jobs = queue()
    const ran: unknown[] = []
    for (const kind of ['picture', 'index']) {
      jobs.define(kind, async ({ payload }) => void ran.push([kind, payload.deckId]))
    }
    const job = (kind: string, deckId: number) => ({ kind, payload: { deckId }, dedupeKey: `${kind}:1` })
    const addAll = (...all: ReturnType<typeof job>[]) => database.transaction((trx) => jobs.addAll(trx, all))
    await addAll(job('picture', 1))
    const id = (await rows())[0]?.id
    await addAll(job('picture', 1), job('index', 1))
    await addAll(job('picture', 1), job('index', 2))
    expect((await rows()).map((row) => [row.id === id, row.payload])).toEqual([
      [true, { deckId: 1 }],
      [false, { deckId: 2 }],
    ])
    await jobs.idle()
    expect(ran).toEqual([
      ['picture', 1],
      ['index', 2],
    ])
  })

  test('a failing job is tried five times and is then dead, with its last error', async () => {
    const jobs = queue()
    const attempts: number[] = []
    jobs.define('work', async ({ attempt }) => {
      attempts.push(attempt)
      throw new Error(`failed at ${attempt}`)
    })
    await add(jobs, 'hopeless')
    await jobs.idle()
    expect(attempts).toEqual([1, 2, 3, 4, 5])
    expect(await rows()).toMatchObject([{ state: 'dead', error: 'failed at 5' }])
  })

  test('a permanently failed job is not retried', async () => {
    const jobs = queue()
    jobs.define('work', async () => {
      throw new PermanentJobError('no such address')
    })
    await add(jobs, 'lost')
    await jobs.idle()
    expect(await rows()).toMatchObject([{ state: 'dead', attempts: 1, error: 'no such address' }])
  })

  test('a job whose worker died runs again, and is dead after its second crash', async () => {
    const jobs = queue()
    let runs = 0
    jobs.define('work', async () => void runs++)
    const id = await add(jobs, 'deadly')
    const dies = () =>
      database.write
        .updateTable('jobs')
        .set((eb) => ({
          state: 'running',
          locked_by: 'a dead worker',
          locked_until: new Date(0),
          attempts: eb('attempts', '+', 1),
        }))
        .where('id', '=', id)
        .execute()
    await dies()
    const first = queue({ lease: 1_000, grace: 200 })
    first.define('work', () => new Promise(() => {}))
    first.start()
    await waitFor(async () => (await rows())[0]?.crashes === 1)
    await first.stop()
    await dies()
    const second = queue({ lease: 1_000 })
    second.define('work', async () => void runs++)
    second.start()
    await waitFor(async () => (await rows())[0]?.state === 'dead')
    expect(runs).toBe(0)
    expect((await rows())[0]?.error).toContain('set aside')
  })

  test('a long job keeps its lease, reports progress, and is released when the process stops', async () => {
    const jobs = queue({ lease: 900, grace: 30 })
    let seen: JobRun | undefined
    jobs.define('work', async (run) => {
      seen = run
      await run.progress(0.5)
      await new Promise((resolve) => run.signal.addEventListener('abort', resolve))
      throw new Error('stopped')
    })
    await add(jobs, 'long')
    jobs.start()
    await waitFor(async () => (await rows())[0]?.progress === 0.5)
    const { locked_until: until } = (await rows())[0] as { locked_until: Date }
    await waitFor(async () => ((await rows())[0]?.locked_until ?? 0) > until)
    expect((await rows())[0]).toMatchObject({ state: 'running', crashes: 0 })
    await jobs.stop()
    expect(seen?.signal.aborted).toBe(true)
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 0, locked_by: null, crashes: 0 }])
  })

  test('a recurring job is scheduled once for the whole instance and runs again after its interval', async () => {
    const clock = async () => now
    const [one, two] = [queue({ clock }), queue({ clock })] as [Jobs, Jobs]
    let runs = 0
    for (const jobs of [one, two]) jobs.every('tidy', 60_000, async () => void runs++)
    one.start()
    two.start()
    await waitFor(async () => (await rows()).length === 1)
    now = new Date(now.getTime() + 61_000)
    await waitFor(() => runs === 1)
    await waitFor(async () => (await rows()).filter((row) => row.state === 'waiting').length === 1)
    expect((await rows()).find((row) => row.state === 'waiting')?.run_at).toEqual(new Date(now.getTime() + 60_000))
    expect(runs).toBe(1)
  })

  test('a job ends once, although the database is away at its end', async () => {
    let away = false
    let ran = 0
    const transaction: Database['transaction'] = (work) => {
      if (!away) return database.transaction(work)
      away = false
      return Promise.reject(new DatabaseBusy())
    }
    const jobs = queue({ database: { ...database, transaction } })
    jobs.define('work', async () => {
      ran += 1
      away = true
      return { sent: true }
    })
    await add(jobs, 'mail')
    await jobs.idle()
    expect(away).toBe(false)
    expect(ran).toBe(1)
    expect(await rows()).toMatchObject([{ state: 'done', attempts: 1, result: { sent: true } }])
  })

  test('a job that fails as the database goes away has not crashed, and runs again', async () => {
    let away = false
    let ran = 0
    const clock = async () => {
      if (!away) return new Date()
      away = false
      throw new DatabaseBusy()
    }
    const jobs = queue({ clock })
    jobs.define('work', async () => {
      ran += 1
      away = ran === 1
      if (away) throw new Error('The database is away')
      return undefined
    })
    await add(jobs, 'mail')
    await jobs.idle()
    expect(away).toBe(false)
    expect(await rows()).toMatchObject([{ state: 'done', attempts: 2, crashes: 0 }])
  })

  test('a database failure during start ends neither the process nor a recurring job', async () => {
    let tries = 0
    let away = true
    const transaction: Database['transaction'] = (work) => {
      tries += 1
      return away ? Promise.reject(new Error('The database is away')) : database.transaction(work)
    }
    const jobs = queue({ database: { ...database, transaction }, lease: 400 })
    jobs.every('tidy', 60_000, async () => {})
    jobs.start()
    await waitFor(() => tries > 0)
    away = false
    await waitFor(async () => (await rows()).length === 1)
  })
})
