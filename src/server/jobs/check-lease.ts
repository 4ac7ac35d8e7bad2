import type { JobRun } from '../services.ts'

/** Throws when the job's lease is lost or the process stops: another worker goes on then, from the beginning. */
export function checkLease({ signal }: Pick<JobRun, 'signal'>): void {
  if (signal.aborted) throw new Error('The lease is lost')
}
