import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { seededRandom } from '../../src/testing/seeded-random.ts'
import { ChaosEditor } from './chaos-editor.ts'
import { type ChaosInstance, chaosInstance } from './chaos-instance.ts'

/** Result of a scenario. */
export interface ChaosResult {
  readonly name: string
  /** Empty on success. */
  readonly problems: readonly string[]
  readonly summary: string
}

/** Duration and intensity of the crashes. */
export interface CrashOptions {
  readonly kind: 'sqlite' | 'postgres'
  readonly cycles: number
  /** With fewer acknowledged saves the run proves nothing, and fails. */
  readonly leastSaves: number
  readonly seed: number
  /** Whether the restart time is checked: a busy machine cannot prove it. */
  readonly timed?: boolean
  /** The control: a server that acknowledges before it commits. Data must be lost. */
  readonly hasty?: boolean
}

const editors = 8
/** Maximum ms from a crash to the first answer on an idle machine … */
const restart = 3_000
/** … and on a busy one, as a multiple of the startup time of Node itself at that moment. */
const restartOverBare = 40

/**
 * Eight users save randomly through the real API while the server (on Postgres the database too) is killed at random
 * moments and restarted. Everything acknowledged must be there: nothing lost, nothing partial.
 */
export async function crashSaves(options: CrashOptions): Promise<ChaosResult> {
  const random = seededRandom(options.seed)
  const program = options.hasty ? join(import.meta.dirname, 'hasty-server.ts') : undefined
  const instance = await chaosInstance({ kind: options.kind, people: editors, ...(program ? { program } : {}) })
  const writers = instance.people.map((person) => new ChaosEditor(person, random))
  const problems: string[] = []
  const restarts: Restart[] = []
  try {
    for (let cycle = 1; cycle <= options.cycles; cycle++) {
      const stop = new AbortController()
      const working = Promise.all(writers.map((writer) => writer.work(stop.signal)))
      await new Promise((resolve) => setTimeout(resolve, random.between(200, 2_000)))
      await crash(instance)
      stop.abort()
      await working
      problems.push(...(await lookInside(instance)))
      restarts.push(await startAgain(instance))
      problems.push(...(await compare(writers, cycle)))
      if (problems.length > 0) break
      for (const writer of writers) await writer.repeat()
    }
  } finally {
    for (const { client } of instance.people) client.close()
    await instance.dispose()
  }
  const saves = writers.reduce((sum, writer) => sum + writer.acknowledged, 0)
  const slowest = Math.max(...restarts.map((one) => one.server))
  const usual = median(restarts.map((one) => one.server))
  const allowed = Math.max(restart, restartOverBare * median(restarts.map((one) => one.bare)))
  if (options.timed && usual > allowed)
    problems.push(`the server usually took ${usual} ms to answer again, more than ${allowed}`)
  if (saves < options.leastSaves) problems.push(`only ${saves} saves: the run proves nothing`)
  return {
    name: `${options.hasty ? 'control: acknowledged before committed' : 'crashes lose no acknowledged save'} (${options.kind})`,
    problems,
    summary: `${restarts.length} crashes, ${saves} acknowledged saves, answering again after ${usual} ms (slowest ${slowest} ms)`,
  }
}

async function crash({ server, postgres }: ChaosInstance): Promise<void> {
  await Promise.all([server.kill(), postgres?.kill()])
}

/** Startup times in ms: of the server until it answers, and of an empty Node process. */
interface Restart {
  readonly server: number
  readonly bare: number
}

async function startAgain({ server, postgres }: ChaosInstance): Promise<Restart> {
  if (postgres) await postgres.start()
  const bare = performance.now()
  execFileSync(process.execPath, ['--eval', ''])
  const begun = performance.now()
  await server.start()
  return { server: Math.round(performance.now() - begun), bare: Math.round(begun - bare) }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

async function compare(writers: readonly ChaosEditor[], cycle: number): Promise<string[]> {
  const found = await Promise.all(writers.map((writer) => writer.check()))
  return found.flatMap((problem) => (problem ? [`cycle ${cycle}: ${problem}`] : []))
}

/** Checks the database while the server is down: it must be intact, and every deck consistent. */
async function lookInside(instance: ChaosInstance): Promise<string[]> {
  if (instance.postgres) await instance.postgres.start()
  const problems = await instance.inDatabase(async ({ database }) => {
    const found: string[] = []
    if (database.kind === 'sqlite') {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database.read)
      if (rows[0]?.integrity_check !== 'ok') found.push(`the file is damaged: ${rows[0]?.integrity_check}`)
    }
    const { rows } = await sql<{ id: number }>`
      select d.id from decks d where d.slide_count <>
        (select count(*) from deck_slides s where s.deck_id = d.id and s.until is null)
      or exists (select 1 from deck_slides s where s.deck_id = d.id and (s.since > d.version or s.until > d.version))`.execute(
      database.read,
    )
    for (const { id } of rows) found.push(`deck ${id} is half applied`)
    return found
  })
  // The control's crash must hit the database unprepared.
  if (instance.postgres) await instance.postgres.kill()
  return problems
}
