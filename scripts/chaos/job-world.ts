import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, runServer } from '../../src/testing/run-server.ts'
import type { SeededRandom } from '../../src/testing/seeded-random.ts'
import { type ChaosInstance, chaosInstance, patience } from './chaos-instance.ts'
import { jobProcesses, killAll } from './job-processes.ts'

/** An instance whose workers can be killed. On SQLite the server is the worker; on Postgres there are two beside it. */
export interface JobWorld {
  readonly instance: ChaosInstance
  /** Kills a worker, all browsers or all processes that read files; a worker starts again. Says what it was. */
  crash(random: SeededRandom): Promise<string>
  /** Stops all processes gracefully. */
  stop(): Promise<void>
  /** What is left over of work that has ended; call after stop(). */
  leftovers(): Promise<string[]>
  dispose(): Promise<void>
}

/** Options of such an instance. */
export interface JobWorldOptions {
  readonly kind: 'sqlite' | 'postgres'
  readonly people: number
  /** Another program than the server's for the workers, for the control; Postgres only. */
  readonly worker?: string
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** Starts of a worker until it must run. */
const mostStarts = 20
/** How long processes may take to notice the end of their server, in ms. */
const orphaned = 5_000

async function startWorkers(instance: ChaosInstance, program: string | undefined): Promise<RunningServer[]> {
  const env = { ...instance.env, ROLES: 'worker' }
  return Promise.all([1, 2].map(() => runServer({ env, patience, ...(program ? { program } : {}) })))
}

/** Starts a worker as a supervisor does: again if it ends, as where a busy database answers too late. */
async function startAgain(worker: RunningServer): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const error = await worker.start().then(
      () => null,
      (reason: Error) => reason,
    )
    if (error === null) return
    if (attempt === mostStarts) throw error
    await worker.kill()
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Files of the store that no row names and nothing has recorded for deletion. */
async function unknownFiles(instance: ChaosInstance): Promise<string[]> {
  return instance.inDatabase(async ({ database: { read }, files }) => {
    const [exported, imported, pictures, thumbnails, recorded] = await Promise.all([
      read.selectFrom('deck_exports').select('file_key as key').execute(),
      read.selectFrom('imports').select('file_key as key').execute(),
      read.selectFrom('media').select('key').execute(),
      read.selectFrom('decks').select('thumbnail_key as key').execute(),
      read.selectFrom('unused_files').select('key').execute(),
    ])
    const known = new Set([exported, imported, pictures, thumbnails, recorded].flat().map(({ key }) => key))
    const unknown: string[] = []
    for await (const key of files.list()) if (!known.has(key)) unknown.push(key)
    return unknown
  })
}

/** Starts an instance with a temporary folder of its own. */
export async function jobWorld({ kind, people, worker }: JobWorldOptions): Promise<JobWorld> {
  const temporary = mkdtempSync(join(tmpdir(), 'chaos-jobs-'))
  const isSplit = kind === 'postgres'
  const env = { BILLING: 'off', TMPDIR: temporary, CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? '' }
  const instance = await chaosInstance({ kind, people, env: { ...env, ...(isSplit ? { ROLES: 'web' } : {}) } })
  const workers = isSplit
    ? await startWorkers(instance, worker).catch(async (error: Error) => {
        await instance.dispose()
        throw error
      })
    : [instance.server]
  const { dataDir } = instance.server
  const processes = () => jobProcesses(temporary, dataDir)
  return {
    instance,
    async crash(random) {
      const what = random.pick(['worker', 'worker', 'browser', 'reader'] as const)
      if (what === 'browser') killAll(processes().browsers)
      else if (what === 'reader') killAll(processes().readers)
      else {
        const victim = random.pick(workers)
        await victim.kill()
        await startAgain(victim)
      }
      return what
    },
    async stop() {
      await Promise.all([...new Set([...workers, instance.server])].map((one) => one.stop()))
    },
    async leftovers() {
      await pause(orphaned)
      const { browsers, readers } = processes()
      const folders = namesIn(join(dataDir, 'unfinished'))
      return [
        ...(browsers.length > 0 ? [`${browsers.length} browsers are left over`] : []),
        ...(readers.length > 0 ? [`${readers.length} reading processes are left over`] : []),
        ...folders.map((name) => `unfinished/${name} is left over`),
        ...namesIn(temporary).map((name) => `${name} is left over in the temporary folder`),
        ...(await unknownFiles(instance)).map((key) => `The file ${key} belongs to nothing`),
      ]
    },
    async dispose() {
      if (isSplit) await Promise.all(workers.map((one) => one.dispose()))
      await instance.dispose()
      rmSync(temporary, { recursive: true, force: true })
    },
  }
}
