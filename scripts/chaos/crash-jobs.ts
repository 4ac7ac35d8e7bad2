import { join } from 'node:path'
import { openDatabase } from '../../src/server/db/open-database.ts'
import { readSettings } from '../../src/server/env.ts'
import { type SeededRandom, seededRandom } from '../../src/testing/seeded-random.ts'
import { NoAnswer } from './chaos-client.ts'
import type { ChaosInstance } from './chaos-instance.ts'
import type { ChaosResult } from './crash-saves.ts'
import { type AskedWork, fillDecks, lookOnce, thumbnail, type WorkEnd, type WorkKind, workKinds } from './job-kinds.ts'
import { type JobWorld, jobWorld } from './job-world.ts'

/** Options of the crashes. */
export interface CrashJobsOptions {
  readonly kind: 'sqlite' | 'postgres'
  readonly cycles: number
  readonly seed: number
  /** The control: claims of killed workers do not expire, so their work must be stuck. */
  readonly leaseless?: boolean
}

/** Two leases of the job queue, in ms: no work may take longer after the last crash. */
const patience = 120_000
/** Work in progress at which no more is asked for. */
const mostOpen = 8
const people = 12
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Work that has been asked for, and how it has ended. */
class Work {
  readonly problems: string[] = []
  readonly ended: { readonly asked: AskedWork; readonly end: NonNullable<WorkEnd> }[] = []
  unanswered = 0
  open: AskedWork[] = []

  async ask(kind: WorkKind, instance: ChaosInstance, number: number): Promise<void> {
    const person = instance.people[number % instance.people.length]!
    await kind.start(person, number).then(
      (asked) => void this.open.push(asked),
      (error) => {
        if (!(error instanceof NoAnswer)) throw error
        // A server that is killed answers nothing, whether it has accepted the work or not.
        this.unanswered += 1
      },
    )
  }

  /** Asks once how the open work is. */
  async look(): Promise<void> {
    for (const asked of [...this.open]) {
      const end = await lookOnce(asked)
      if (end === null) continue
      this.open = this.open.filter((one) => one !== asked)
      this.ended.push({ asked, end })
      if (end.problem !== null) this.problems.push(`${asked.kind.name} ${asked.id} ${end.problem}`)
    }
  }

  /** Waits while more than `most` are open; thumbnails wait for minutes after a failure. */
  async settle(most: number): Promise<void> {
    const count = () => this.open.filter(({ kind }) => kind !== thumbnail).length
    for (const until = performance.now() + patience; count() > most; await pause(250)) {
      await this.look()
      if (performance.now() > until) return
    }
  }

  count(status: 'finished' | 'failed'): number {
    return this.ended.filter(({ end }) => end.status === status).length
  }
}

/** Waits until no job is claimed: that of a killed worker is for a lease, and thumbnails are not waited for otherwise. */
async function settleClaims({ env }: ChaosInstance): Promise<void> {
  const database = openDatabase(readSettings(env).databaseUrl)
  try {
    const running = database.read.selectFrom('jobs').select('id').where('state', '=', 'running').limit(1)
    for (const until = performance.now() + patience; performance.now() < until; await pause(500))
      if ((await running.execute()).length === 0) return
  } finally {
    await database.close()
  }
}

/** What must be true of the rows when all has ended: no deck twice, none of an import that failed, one file an export. */
async function lookInside({ inDatabase }: ChaosInstance, work: Work): Promise<string[]> {
  return inDatabase(async ({ database: { read }, files }) => {
    const found: string[] = []
    const decks = await read.selectFrom('decks').select(['title']).where('title', 'like', 'Import %').execute()
    for (const { asked, end } of work.ended.filter(({ asked: { title } }) => title !== '')) {
      const made = decks.filter(({ title }) => title === asked.title).length
      if (made !== (end.status === 'finished' ? 1 : 0))
        found.push(`${asked.kind.name} ${asked.id} ${end.status} and made ${made} decks`)
    }
    const exports = await read.selectFrom('deck_exports').select(['id', 'status', 'file_key']).execute()
    for (const { id, status, file_key: key } of exports)
      if (status === 'finished' && (key === null || (await files.read(key)) === null))
        found.push(`Export ${id} has no file`)
    const running = await read.selectFrom('jobs').select(['id', 'kind']).where('state', '=', 'running').execute()
    for (const { id, kind } of running) found.push(`The job ${id} (${kind}) still runs`)
    return found
  })
}

/**
 * Thumbnails that are missing although no job waits for another attempt, nor was set aside after its worker's crashes. One
 * may have been drawn since the last look.
 */
async function missingThumbnails({ inDatabase }: ChaosInstance, open: readonly AskedWork[]): Promise<string[]> {
  return inDatabase(async ({ database: { read } }) => {
    const jobs = await read.selectFrom('jobs').select(['state', 'payload']).where('kind', '=', 'thumbnail').execute()
    const drawn = await read.selectFrom('decks').select('id').where('thumbnail_key', 'is not', null).execute()
    const known = (id: number) =>
      drawn.some((deck) => deck.id === id) ||
      jobs.some(({ state, payload }) => payload.deckId === id && (state === 'dead' || state === 'waiting'))
    return open.filter(({ id }) => !known(id)).map(({ id }) => `The thumbnail of deck ${id} was lost`)
  })
}

async function crashAll(world: JobWorld, work: Work, cycles: number, random: SeededRandom) {
  const crashes = { worker: 0, browser: 0, reader: 0 } as Record<string, number>
  for (let cycle = 0; cycle < cycles; cycle++) {
    const kinds = Array.from({ length: random.between(1, 3) }, () => random.pick(workKinds))
    const asking = Promise.all(kinds.map((kind, at) => work.ask(kind, world.instance, cycle * 3 + at)))
    await pause(random.between(0, 1_500))
    const what = await world.crash(random)
    crashes[what] = (crashes[what] ?? 0) + 1
    await asking
    await work.settle(mostOpen)
    if (cycle % 10 === 9) console.log(`       ${cycle + 1} crashes, ${work.ended.length} ended`)
  }
  return crashes
}

/**
 * Kills workers, browsers and reading processes at random moments of exports, imports and thumbnails. All work must end,
 * finished once or failed with the specified words, and nothing may be left over.
 */
export async function crashJobs({ kind, cycles, seed, leaseless }: CrashJobsOptions): Promise<ChaosResult> {
  const random = seededRandom(seed)
  const program = leaseless ? { worker: join(import.meta.dirname, 'leaseless-server.ts') } : {}
  const world = await jobWorld({ kind, people, ...program })
  const work = new Work()
  const problems: string[] = []
  let crashes: Record<string, number> = {}
  try {
    await fillDecks(world.instance)
    crashes = await crashAll(world, work, cycles, random)
    await work.settle(0)
    const stuck = work.open.filter((asked) => asked.kind !== thumbnail)
    problems.push(...work.problems, ...stuck.map((asked) => `${asked.kind.name} ${asked.id} is stuck`))
    if (stuck.length === 0) await settleClaims(world.instance)
    await world.stop()
    const thumbnails = work.open.filter((asked) => asked.kind === thumbnail)
    problems.push(...(await missingThumbnails(world.instance, thumbnails)))
    if (stuck.length === 0) problems.push(...(await lookInside(world.instance, work)), ...(await world.leftovers()))
  } finally {
    for (const { client } of world.instance.people) client.close()
    await world.dispose()
  }
  const counted = Object.entries(crashes).map(([what, count]) => `${count} of a ${what}`)
  return {
    name: `${leaseless ? 'control: claims on jobs that do not expire' : 'crashes during exports, imports and thumbnails'} (${kind})`,
    problems,
    summary: `crashes: ${counted.join(', ')}; ${work.count('finished')} finished, ${work.count('failed')} failed, ${work.unanswered} unanswered`,
  }
}
