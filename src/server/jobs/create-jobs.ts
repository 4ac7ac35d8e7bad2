import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Db } from '../db/open-database.ts'
import type { DedupedJob, JobOptions, Jobs } from '../services.ts'
import {
  type ClaimedJob,
  type Clock,
  claimJob,
  deleteOldJobs,
  hasOpenJobs,
  insertJob,
  queueClock,
  reclaimJobs,
  waitingJobs,
} from './job-store.ts'
import { type JobHandler, type JobSetting, type RunningJob, runJob } from './run-job.ts'

/** Options of a queue; all durations in ms. */
export interface JobsOptions {
  readonly database: Database
  readonly log: FastifyBaseLogger
  /** A test clock. Default: the database's. */
  readonly clock?: Clock
  /** How long a claim is valid without renewal. */
  readonly lease?: number
  /** The longest pause between two polls. */
  readonly poll?: number
  /** How long stop() waits for running jobs. */
  readonly grace?: number
  readonly backoff?: (attempt: number) => number
  /** Concurrent jobs in this process. */
  readonly parallel?: number
}

/** 10 s, 40 s, 160 s, 640 s, each plus up to a fifth of jitter: failures of one cause are not retried together. */
function defaultBackoff(attempt: number): number {
  return 10_000 * 4 ** (attempt - 1) * (1 + Math.random() / 5)
}

const hour = 3_600_000

/** How long jobs of a kind run. */
interface Lane {
  /** The number that may run at once in this process. */
  readonly atOnce: number
  /** Whether an owner's jobs run one after the other. */
  readonly onePerOwner: boolean
}

/** A job queue in the instance's own database. */
export function createJobs(options: JobsOptions): Jobs {
  return new JobQueue(options)
}

class JobQueue implements Jobs {
  readonly #database: Database
  readonly #setting: JobSetting
  readonly #poll: number
  readonly #grace: number
  readonly #parallel: number
  readonly #handlers = new Map<string, JobHandler>()
  readonly #intervals = new Map<string, number>()
  /** Kinds of long jobs; see Jobs.define. */
  readonly #lanes = new Map<string, Lane>()
  /** Recurring kinds whose next run is not stored yet. */
  readonly #unscheduled = new Set<string>()
  readonly #running = new Set<RunningJob>()
  readonly #worker = randomUUID()
  #claims = 0
  /** Ends with the latest claim. One claim at a time: each sees how the one before moved its owner's other jobs back. */
  #lastClaim: Promise<unknown> = Promise.resolve()
  #started = false
  #stopping = false
  #loops: Promise<void>[] = []
  #wake: (() => void)[] = []
  #housekeeping: NodeJS.Timeout | undefined

  constructor(options: JobsOptions) {
    this.#database = options.database
    this.#setting = {
      database: options.database,
      log: options.log,
      clock: options.clock ?? queueClock(options.database),
      lease: options.lease ?? 60_000,
      backoff: options.backoff ?? defaultBackoff,
    }
    this.#poll = options.poll ?? 1_000
    this.#grace = options.grace ?? 25_000
    this.#parallel = options.parallel ?? Math.max(1, Math.min(4, availableParallelism()))
  }

  define(kind: string, handler: JobHandler, { atOnce, onePerOwner = false }: Partial<Lane> = {}): void {
    if (this.#handlers.has(kind)) throw new Error(`The job kind '${kind}' is defined twice.`)
    this.#handlers.set(kind, handler)
    if (atOnce !== undefined) this.#lanes.set(kind, { atOnce, onePerOwner })
  }

  every(kind: string, interval: number, handler: JobHandler): void {
    this.define(kind, handler)
    this.#intervals.set(kind, interval)
  }

  async add(db: Db, kind: string, payload: Record<string, unknown>, options: JobOptions = {}): Promise<number> {
    const { dedupeKey } = options
    const waiting = dedupeKey === undefined ? null : await this.#waiting(db, [{ payload, dedupeKey }])
    return waiting?.get(dedupeKey ?? '')?.id ?? this.#insert(db, kind, payload, options)
  }

  async addAll(db: Db, jobs: readonly DedupedJob[]): Promise<void> {
    const waiting = await this.#waiting(db, jobs)
    for (const job of jobs) if (!waiting.has(job.dedupeKey)) await this.#insert(db, job.kind, job.payload, job)
  }

  /** The jobs that wait with the same payload. Saves of a deck need the same few jobs, which mostly wait already. */
  async #waiting(db: Db, jobs: readonly Pick<DedupedJob, 'dedupeKey' | 'payload'>[]) {
    const keys = jobs.map(({ dedupeKey }) => dedupeKey)
    const found = new Map(await waitingJobs(db, this.#database.kind, keys))
    for (const { dedupeKey, payload } of jobs) {
      if (JSON.stringify(found.get(dedupeKey)?.payload) !== JSON.stringify(payload)) found.delete(dedupeKey)
    }
    return found
  }

  async #insert(db: Db, kind: string, payload: Record<string, unknown>, options: JobOptions): Promise<number> {
    const { dedupeKey = null, owner = null } = options
    const now = new Date()
    // Set to an hour ago, so that the job is due at once despite clock skew between machines.
    const runAt = options.runAt ?? new Date(now.getTime() - hour)
    const id = await insertJob(db, { kind, payload, dedupeKey, owner, runAt, now })
    // Wakes the workers when the caller's transaction has probably committed, instead of at the next poll.
    if (this.#started) setTimeout(() => this.#wakeAll(), 20).unref()
    return id
  }

  start(): void {
    // A signal during the start of a process stops its queue first.
    if (this.#started || this.#stopping) return
    this.#started = true
    const ready = this.#prepare()
    const usual = [...this.#handlers.keys()].filter((kind) => !this.#lanes.has(kind))
    this.#loops = [
      ...Array.from({ length: this.#parallel }, () => ready.then(() => this.#loop(usual))),
      ...[...this.#lanes].map(([kind, lane]) => ready.then(() => this.#laneLoop(kind, lane))),
    ]
    this.#housekeeping = setInterval(() => void this.#housekeep(false), this.#setting.lease / 4)
    this.#housekeeping.unref()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#housekeeping)
    this.#wakeAll()
    // Each loop ends after its current job; it finishes a claim that is in progress, and begins none.
    let timer: NodeJS.Timeout | undefined
    const grace = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, this.#grace, 'late')
    })
    const end = await Promise.race([Promise.allSettled(this.#loops), grace])
    clearTimeout(timer)
    if (end === 'late') await Promise.allSettled([...this.#running].map((job) => job.release()))
  }

  async idle(): Promise<void> {
    while (await hasOpenJobs(this.#database, this.#setting.clock)) {
      const worked = !this.#started && (await this.#workOnce([...this.#handlers.keys()]))
      if (!worked) await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  async #prepare(): Promise<void> {
    for (const kind of this.#intervals.keys()) this.#unscheduled.add(kind)
    await this.#housekeep(this.#database.kind === 'sqlite')
  }

  /** Schedules the next run of a recurring job. The dedupe key keeps it unique across processes. */
  async #schedule(kind: string, interval: number): Promise<void> {
    const runAt = new Date((await this.#setting.clock()).getTime() + interval)
    await this.#database.transaction((trx) => this.add(trx, kind, {}, { dedupeKey: `every:${kind}`, runAt }))
  }

  /** Schedules the next run; retried if the database fails now, since an unscheduled job would never run again. */
  async #scheduleNext(kind: string, interval: number): Promise<void> {
    this.#unscheduled.add(kind)
    await this.#schedule(kind, interval)
    this.#unscheduled.delete(kind)
  }

  async #housekeep(all: boolean): Promise<void> {
    try {
      const now = await this.#setting.clock()
      await reclaimJobs(this.#database, now, all)
      await deleteOldJobs(this.#database, now)
      for (const kind of [...this.#unscheduled]) await this.#scheduleNext(kind, this.#intervals.get(kind) ?? 0)
    } catch (error) {
      this.#setting.log.error({ err: error }, 'housekeeping of the job queue failed')
    }
  }

  #wakeAll(): void {
    for (const wake of this.#wake.splice(0)) wake()
  }

  async #loop(kinds: readonly string[]): Promise<void> {
    while (!this.#stopping) {
      const worked = await this.#workOnce(kinds).catch((error: unknown) => this.#claimFailed(error) !== null)
      if (!worked && !this.#stopping) await this.#pause()
    }
  }

  /** Claims jobs of one kind while fewer than `atOnce` run, from one poll: a loop for each would poll for each. */
  async #laneLoop(kind: string, { atOnce, onePerOwner }: Lane): Promise<void> {
    const running = new Set<Promise<void>>()
    while (!this.#stopping) {
      if (running.size >= atOnce) {
        await Promise.race(running)
        continue
      }
      const job = await this.#claimNext([kind], onePerOwner).catch((error: unknown) => this.#claimFailed(error))
      if (!job) {
        if (!this.#stopping) await this.#pause()
        continue
      }
      const done = this.#work(job)
        .catch((error: unknown) => void this.#claimFailed(error))
        .finally(() => {
          running.delete(done)
          // Another job of its owner may have waited for it.
          if (onePerOwner) this.#wakeAll()
        })
      running.add(done)
    }
    await Promise.all(running)
  }

  #claimFailed(error: unknown): null {
    this.#setting.log.error({ err: error }, 'the job queue cannot be reached')
    return null
  }

  /** Waits for the next poll, or until a job is added. */
  async #pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake.push(resolve)
      setTimeout(resolve, this.#poll).unref()
    })
  }

  async #claim(kinds: readonly string[], onePerOwner: boolean): Promise<ClaimedJob | null> {
    this.#claims += 1
    const now = await this.#setting.clock()
    const lockedUntil = new Date(now.getTime() + this.#setting.lease)
    const lock = `${this.#worker}:${this.#claims}`
    return kinds.length === 0 ? null : claimJob(this.#database, { kinds, onePerOwner, lock, now, lockedUntil })
  }

  /** Claims one after the other: a claim moves its owner's other jobs behind those of others. */
  #claimNext(kinds: readonly string[], onePerOwner = false): Promise<ClaimedJob | null> {
    const claim = this.#lastClaim.then(() => (this.#stopping ? null : this.#claim(kinds, onePerOwner)))
    this.#lastClaim = claim.catch(() => {})
    return claim
  }

  /** Claims and runs one job; false if none is due. */
  async #workOnce(kinds: readonly string[]): Promise<boolean> {
    const job = await this.#claimNext(kinds)
    if (job) await this.#work(job)
    return job !== null
  }

  async #work(job: ClaimedJob): Promise<void> {
    const handler = this.#handlers.get(job.kind) as JobHandler
    const running = runJob(this.#setting, job, handler)
    this.#running.add(running)
    await running.ended
    this.#running.delete(running)
    const interval = this.#intervals.get(job.kind)
    if (interval !== undefined) await this.#scheduleNext(job.kind, interval)
  }
}
