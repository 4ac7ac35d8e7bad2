import { sql } from 'kysely'
import type { Database, Db } from '../db/open-database.ts'

/** A job as its worker sees it. */
export interface ClaimedJob {
  readonly id: number
  readonly kind: string
  readonly payload: Record<string, unknown>
  readonly attempt: number
  /** Names this one claim: whoever no longer holds it can change nothing. */
  readonly lock: string
}

/** How often a job may be tried, and how often it may take its worker down with it. */
export const jobLimits = { attempts: 5, crashes: 2 } as const

/** ms a finished job and a dead one can still be looked at. */
const kept = { done: 7 * 86_400_000, dead: 30 * 86_400_000 }

/** Time as the queue sees it. */
export type Clock = () => Promise<Date>

/** The database's own clock on Postgres, where workers on machines with differing clocks share the queue. */
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
 * Adds a job. One that waits under the same dedupe key takes the new payload instead; touching its row keeps workers
 * from taking it before this transaction has committed what the job will read.
 */
export async function insertJob(db: Db, job: NewJob): Promise<number> {
  const row = await db
    .insertInto('jobs')
    .values({
      kind: job.kind,
      dedupe_key: job.dedupeKey,
      owner: job.owner,
      payload: JSON.stringify(job.payload),
      state: 'waiting',
      attempts: 0,
      crashes: 0,
      run_at: job.runAt,
      progress: 0,
      error: null,
      locked_by: null,
      created_at: job.now,
      updated_at: job.now,
    })
    .onConflict((conflict) =>
      conflict
        .column('dedupe_key')
        .where(sql<boolean>`state = 'waiting'`)
        .doUpdateSet((eb) => ({ payload: eb.ref('excluded.payload'), updated_at: eb.ref('excluded.updated_at') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/**
 * Takes the job that has been due longest, if there is one, until `lockedUntil`. The other due jobs of its owner go
 * behind those of everybody else.
 */
export async function claimJob(
  database: Database,
  kinds: readonly string[],
  lock: string,
  now: Date,
  lockedUntil: Date,
): Promise<ClaimedJob | null> {
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
    .where('id', 'in', (eb) =>
      eb
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
        .orderBy('due.run_at')
        .orderBy('due.id')
        .limit(1)
        // SQLite runs one write at a time and does not know the words.
        .$if(database.kind === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .returning(['id', 'kind', 'payload', 'attempts', 'owner'])
    .executeTakeFirst()
  if (row?.owner) await sendBack(database, row.owner, now)
  return row ? { id: row.id, kind: row.kind, payload: row.payload, attempt: row.attempts, lock } : null
}

/** Makes an owner's waiting jobs due only now, so that those of others, due earlier, come first. */
async function sendBack(database: Database, owner: string, now: Date): Promise<void> {
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

/** Prolongs a claim; false when it was lost meanwhile. */
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

/** What became of a try. */
export type Outcome =
  | { readonly state: 'done'; readonly result: Record<string, unknown> | null }
  | { readonly state: 'dead'; readonly error: string }
  /** `uncounted`: the process stops; the try does not count. */
  | { readonly state: 'waiting'; readonly runAt: Date; readonly error: string | null; readonly uncounted: boolean }

/** Writes down what became of a try, unless the claim was lost: then another worker has it. */
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

/** Whether a newer job waits under the same key: it will do the work of this one too. */
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
 * Jobs whose worker died: they wait again, or, when they have now taken two workers with them, are set aside.
 * `all`: every running job, since on SQLite nobody else can be running one when this process starts.
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

/** Forgets jobs that nobody will ask about any more. */
export async function forgetOldJobs(database: Database, now: Date): Promise<void> {
  for (const state of ['done', 'dead'] as const) {
    await database.write
      .deleteFrom('jobs')
      .where('state', '=', state)
      .where('updated_at', '<', new Date(now.getTime() - kept[state]))
      .execute()
  }
}

/** Jobs that run, are due, or wait only because an earlier try failed. */
export async function countOpenJobs(database: Database, now: Date): Promise<number> {
  const { count } = await database.read
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) =>
      eb.or([
        eb('state', '=', 'running'),
        eb.and([eb('state', '=', 'waiting'), eb.or([eb('run_at', '<=', now), eb('attempts', '>', 0)])]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}
