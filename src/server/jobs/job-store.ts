import { sql } from 'kysely'
import type { Database, Db } from '../db/open-database.ts'
import { prepared, preparedByLength } from '../db/prepared.ts'

/** A claimed job, for its worker. */
export interface ClaimedJob {
  readonly id: number
  readonly kind: string
  readonly payload: Record<string, unknown>
  readonly attempt: number
  /** Id of this claim: a worker that lost it can change nothing. */
  readonly lock: string
}

/** The maximum of attempts, and of worker crashes, of a job. */
export const jobLimits = { attempts: 5, crashes: 2 } as const

/** Retention of finished and dead jobs, in ms. */
const retention = { done: 7 * 86_400_000, dead: 30 * 86_400_000 }

/** The queue's clock. */
export type Clock = () => Promise<Date>

/** On Postgres the database's clock, since the workers' clocks may differ. */
export function queueClock(database: Database): Clock {
  if (database.kind === 'sqlite') return async () => new Date()
  return async () => {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database.read)
    return rows[0]?.now ?? new Date()
  }
}

/** A new job's row. */
export interface NewJob {
  readonly kind: string
  readonly payload: Record<string, unknown>
  readonly dedupeKey: string | null
  readonly owner: string | null
  readonly runAt: Date
  readonly now: Date
}

/**
 * The waiting jobs with some dedupe keys, by key. Their row locks keep workers from claiming them before this transaction
 * has committed what the jobs read: SQLite has one writer at a time, and no row locks.
 */
export async function waitingJobs(
  db: Db,
  database: Database['kind'],
  dedupeKeys: readonly string[],
): Promise<ReadonlyMap<string, WaitingJob>> {
  const rows = await waiting[database](db, ...dedupeKeys)
  return new Map(rows.map((row) => [row.dedupe_key ?? '', row]))
}

/** A job that no worker has claimed. */
export interface WaitingJob {
  readonly id: number
  readonly payload: unknown
}

const waitingWith = (db: Db, keys: readonly string[]) =>
  db
    .selectFrom('jobs')
    .select(['id', 'dedupe_key', 'payload'])
    .where('dedupe_key', 'in', keys)
    .where('state', '=', sql.lit('waiting'))
const waiting = {
  sqlite: preparedByLength((db, ...keys: readonly string[]) => waitingWith(db, keys)),
  postgres: preparedByLength((db, ...keys: readonly string[]) => waitingWith(db, keys).orderBy('id').forUpdate()),
}

/**
 * Adds a job. If a job with the same dedupe key waits, that job gets the new payload instead. Its row lock keeps
 * workers from claiming it before this transaction has committed what the job reads.
 */
export async function insertJob(db: Db, job: NewJob): Promise<number> {
  const { kind, dedupeKey, owner, payload, runAt, now } = job
  const [row] = await upsertJob(
    db,
    ...([kind, dedupeKey, owner, JSON.stringify(payload), 'waiting', 0, 0, runAt, 0, null, null, now, now] as const),
  )
  if (!row) throw new Error('A job was not stored')
  return row.id
}

type JobValues = readonly [
  kind: string,
  dedupeKey: string | null,
  owner: string | null,
  payload: string,
  state: 'waiting',
  attempts: number,
  crashes: number,
  runAt: Date,
  progress: number,
  error: null,
  lockedBy: null,
  createdAt: Date,
  updatedAt: Date,
]

/** Each save adds some jobs. */
const upsertJob = prepared((db, ...values: JobValues) => {
  const [kind, dedupe_key, owner, payload, state, attempts, crashes, run_at, progress, error, locked_by] = values
  const rest = { progress, error, locked_by, created_at: values[11], updated_at: values[12] }
  return db
    .insertInto('jobs')
    .values({ kind, dedupe_key, owner, payload, state, attempts, crashes, run_at, ...rest })
    .onConflict((conflict) =>
      conflict
        .column('dedupe_key')
        .where(sql<boolean>`state = 'waiting'`)
        .doUpdateSet((eb) => ({ payload: eb.ref('excluded.payload'), updated_at: eb.ref('excluded.updated_at') })),
    )
    .returning('id')
})

/** What to claim. */
export interface Claim {
  readonly kinds: readonly string[]
  /** Whether an owner's jobs of these kinds run one after the other, in the order they were added. */
  readonly onePerOwner: boolean
  readonly lock: string
  readonly now: Date
  readonly lockedUntil: Date
}

/**
 * Claims, until `lockedUntil`, the job that has been due longest. Moves its owner's other due jobs behind those of
 * other owners.
 */
export async function claimJob(database: Database, claim: Claim): Promise<ClaimedJob | null> {
  const { lock, now, lockedUntil } = claim
  const row = await database.write
    .updateTable('jobs')
    .set((eb) => ({
      state: 'running',
      attempts: eb('attempts', '+', 1),
      locked_by: lock,
      locked_until: lockedUntil,
      progress: 0,
      updated_at: now,
    }))
    .where('id', 'in', dueJob(database, claim))
    .returning(['id', 'kind', 'payload', 'attempts', 'owner'])
    .executeTakeFirst()
  if (row?.owner) await moveBehindOthers(database, row.owner, now)
  return row ? { id: row.id, kind: row.kind, payload: row.payload, attempt: row.attempts, lock } : null
}

/** The job to claim: the one that has been due longest, of owners who may have another. */
function dueJob({ kind, write }: Database, { kinds, onePerOwner, now }: Claim) {
  return (
    write
      .selectFrom('jobs as due')
      .select('due.id')
      .where('due.state', '=', 'waiting')
      .where('due.run_at', '<=', now)
      .where('due.kind', 'in', kinds)
      .where((due) =>
        due.or([
          due('due.dedupe_key', 'is', null),
          due.not(
            due.exists(
              due
                .selectFrom('jobs as twin')
                .select('twin.id')
                .whereRef('twin.dedupe_key', '=', 'due.dedupe_key')
                .where('twin.state', '=', 'running'),
            ),
          ),
        ]),
      )
      .$if(onePerOwner, (query) =>
        query.where((due) =>
          due.not(
            due.exists(
              due
                .selectFrom('jobs as other')
                .select('other.id')
                .whereRef('other.owner', '=', 'due.owner')
                .where('other.kind', 'in', kinds)
                // Compares ids, too: a job added after its owner's others were moved back is due before them.
                .where((other) =>
                  other.or([
                    other('other.state', '=', 'running'),
                    other.and([
                      other('other.state', '=', 'waiting'),
                      other('other.run_at', '<=', now),
                      other('other.id', '<', other.ref('due.id')),
                    ]),
                  ]),
                ),
            ),
          ),
        ),
      )
      .orderBy('due.run_at')
      .orderBy('due.id')
      .limit(1)
      // SQLite has no `for update skip locked`, and needs none: it runs one write at a time.
      .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked())
  )
}

/** Sets an owner's waiting jobs due now, so that other owners' jobs, which were due earlier, precede them. */
async function moveBehindOthers(database: Database, owner: string, now: Date): Promise<void> {
  await database.write
    .updateTable('jobs')
    .set({ run_at: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('jobs as due')
        .select('due.id')
        .where('due.owner', '=', owner)
        .where('due.state', '=', 'waiting')
        .where('due.run_at', '<', now)
        .$if(database.kind === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .execute()
}

/** Renews a claim; false if it was lost. */
export async function renewLease(
  database: Database,
  job: ClaimedJob,
  lockedUntil: Date,
  progress?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await database.write
    .updateTable('jobs')
    .set({ locked_until: lockedUntil, ...(progress === undefined ? {} : { progress }) })
    .where('id', '=', job.id)
    .where('locked_by', '=', job.lock)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The outcome of an attempt. */
export type Outcome =
  | { readonly state: 'done'; readonly result: Record<string, unknown> | null }
  | { readonly state: 'dead'; readonly error: string }
  /** `uncounted`: the process stops; the attempt does not count. */
  | { readonly state: 'waiting'; readonly runAt: Date; readonly error: string | null; readonly uncounted: boolean }

/** Stores the outcome of an attempt, unless the claim was lost: then another worker has the job. */
export async function settleJob(database: Database, job: ClaimedJob, outcome: Outcome, now: Date): Promise<void> {
  await database.transaction(async (trx) => {
    const twin = outcome.state === 'waiting' && (await hasWaitingTwin(trx, job.id))
    const settled: Outcome = twin ? { state: 'done', result: null } : outcome
    let update = trx
      .updateTable('jobs')
      .set({ state: settled.state, locked_by: null, locked_until: null, updated_at: now })
      .where('id', '=', job.id)
      .where('locked_by', '=', job.lock)
      .where('state', '=', 'running')
    if (settled.state === 'done') {
      update = update.set({ progress: 1, error: null, result: settled.result && JSON.stringify(settled.result) })
    } else if (settled.state === 'dead') update = update.set({ error: settled.error })
    else {
      update = update.set({ run_at: settled.runAt, error: settled.error })
      if (settled.uncounted) update = update.set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    }
    await update.execute()
  })
}

/** Whether a newer job waits under the same key. That job includes this one's work. */
async function hasWaitingTwin(db: Db, id: number): Promise<boolean> {
  const twin = await db
    .selectFrom('jobs as mine')
    .innerJoin('jobs as twin', 'twin.dedupe_key', 'mine.dedupe_key')
    .select('twin.id')
    .where('mine.id', '=', id)
    .where('twin.state', '=', 'waiting')
    .executeTakeFirst()
  return twin !== undefined
}

/**
 * Reclaims jobs whose worker died: they wait again, or are dead after their second crash.
 * `all`: every running job, since on SQLite no other process can be running one when this process starts.
 */
export async function reclaimJobs(database: Database, now: Date, all: boolean): Promise<void> {
  const lost = await database.read
    .selectFrom('jobs')
    .select(['id', 'kind', 'payload', 'attempts', 'crashes', 'locked_by'])
    .where('state', '=', 'running')
    .$if(!all, (query) => query.where('locked_until', '<', now))
    .execute()
  for (const row of lost) {
    if (row.locked_by === null) continue
    const job = { id: row.id, kind: row.kind, payload: row.payload, attempt: row.attempts, lock: row.locked_by }
    const crashes = row.crashes + 1
    const dead = crashes >= jobLimits.crashes || row.attempts >= jobLimits.attempts
    await database.write
      .updateTable('jobs')
      .set({ crashes })
      .where('id', '=', row.id)
      .where('locked_by', '=', row.locked_by)
      .execute()
    const outcome: Outcome = dead
      ? { state: 'dead', error: `Its worker stopped ${crashes} times while it ran; it was set aside.` }
      : { state: 'waiting', runAt: now, error: 'Its worker stopped while it ran.', uncounted: false }
    await settleJob(database, job, outcome, now)
  }
}

/** Deletes finished jobs past their retention. */
export async function deleteOldJobs(database: Database, now: Date): Promise<void> {
  for (const state of ['done', 'dead'] as const) {
    await database.write
      .deleteFrom('jobs')
      .where('state', '=', state)
      .where('updated_at', '<', new Date(now.getTime() - retention[state]))
      .execute()
  }
}

/**
 * Whether a job runs, is due, or waits for a retry. Reads the clock after the jobs: a job that a worker moves behind
 * others meanwhile is due then, too.
 */
export async function hasOpenJobs(database: Database, clock: Clock): Promise<boolean> {
  const { open, next } = await database.read
    .selectFrom('jobs')
    .select((eb) => [
      eb.fn
        .countAll<number>()
        .filterWhere((job) => job.or([job('state', '=', 'running'), job('attempts', '>', 0)]))
        .as('open'),
      eb.fn.min('run_at').as('next'),
    ])
    .where('state', 'in', ['running', 'waiting'])
    .executeTakeFirstOrThrow()
  return Number(open) > 0 || (next !== null && new Date(next) <= (await clock()))
}
