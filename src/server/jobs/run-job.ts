import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isDatabaseUnavailable } from '../db/database-unavailable.ts'
import type { Database } from '../db/open-database.ts'
import type { JobRun } from '../services.ts'
import { type ClaimedJob, type Clock, jobLimits, type Outcome, renewLease, settleJob } from './job-store.ts'
import { PermanentJobError } from './permanent-job-error.ts'

/** The handler of a kind of job. Returns the job's result. */
export type JobHandler = (run: JobRun) => Promise<Record<string, unknown> | undefined>

/** Dependencies of running a job. */
export interface JobSetting {
  readonly database: Database
  readonly log: FastifyBaseLogger
  readonly clock: Clock
  /** How long a claim is valid without renewal, in ms. */
  readonly lease: number
  /** Delay before the next attempt after `attempt` attempts, in ms. */
  readonly backoff: (attempt: number) => number
}

/** A running job. */
export interface RunningJob {
  /** Settles when the outcome is stored: done, failed or released. */
  readonly ended: Promise<void>
  /** Aborts the handler and releases the job at once, for another process. */
  release(): Promise<void>
}

/** Runs a claimed job: renews its lease, stores its outcome. */
export function runJob(setting: JobSetting, job: ClaimedJob, handler: JobHandler): RunningJob {
  const { database, clock } = setting
  const abort = new AbortController()
  const stopRenewing = keepLease(setting, job, abort)
  const run: JobRun = {
    id: job.id,
    payload: job.payload,
    attempt: job.attempt,
    signal: abort.signal,
    progress: async (value) => {
      const held = await renewLease(database, job, leaseEnd(await clock(), setting.lease), clamp(value))
      if (!held) abort.abort()
    },
  }
  const settle = async (outcomeAt: OutcomeAt) => {
    const now = await clock()
    await settleJob(database, job, outcomeAt(now), now)
  }
  let released = false
  const settleInTime = async (outcomeAt: OutcomeAt) => {
    // A handler that stops after an abort has not failed.
    const own: OutcomeAt = (now) => (released && outcomeAt(now).state !== 'done' ? back(now) : outcomeAt(now))
    // A job whose outcome is not stored within its lease runs again: its mail would be sent twice.
    for (const end = performance.now() + setting.lease; ; await sleep(setting.lease / 100)) {
      try {
        return await settle(own)
      } catch (error) {
        if (!isDatabaseUnavailable(error) || performance.now() > end) throw error
      }
    }
  }
  const ended = attempt(setting, job, handler, run)
    .then(settleInTime)
    .catch((error: unknown) => setting.log.error({ err: error, job: job.kind }, 'a job could not be settled'))
    .finally(stopRenewing)
  return {
    ended,
    release: async () => {
      released = true
      abort.abort()
      stopRenewing()
      await settle(back)
    },
  }
}

/** An attempt's outcome, by the time at which it is stored: the database, which has the clock, may be away at its end. */
type OutcomeAt = (now: Date) => Outcome

const back: OutcomeAt = (now) => ({ state: 'waiting', runAt: now, error: null, uncounted: true })

function clamp(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0
}

function leaseEnd(now: Date, lease: number): Date {
  return new Date(now.getTime() + lease)
}

async function attempt(setting: JobSetting, job: ClaimedJob, handler: JobHandler, run: JobRun): Promise<OutcomeAt> {
  try {
    const result = (await handler(run)) ?? null
    return () => ({ state: 'done', result })
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    const last = error instanceof PermanentJobError || job.attempt >= jobLimits.attempts
    setting.log[last ? 'error' : 'warn']({ err: error, job: job.kind, id: job.id, attempt: job.attempt }, 'job failed')
    if (last) return () => ({ state: 'dead', error: message })
    const pause = setting.backoff(job.attempt)
    return (now) => {
      return { state: 'waiting', runAt: new Date(now.getTime() + pause), error: message, uncounted: false }
    }
  }
}

/** Renews the lease at every third of its duration; aborts the handler if the lease is lost. */
function keepLease(setting: JobSetting, job: ClaimedJob, abort: AbortController): () => void {
  let renewed = performance.now()
  const renew = async () => {
    try {
      const held = await renewLease(setting.database, job, leaseEnd(await setting.clock(), setting.lease))
      if (held) renewed = performance.now()
      else abort.abort()
    } catch {
      // The database is unreachable. By our own monotonic clock the lease may have expired: another worker may start.
      if (performance.now() - renewed > setting.lease) abort.abort()
    }
  }
  const timer = setInterval(() => void renew(), setting.lease / 3)
  timer.unref()
  return () => clearInterval(timer)
}
