import type { JobRun } from '../services.ts'

/** Throws if the job's lease is lost or the process stops: another worker then restarts the job. */
export function checkLease({ signal }: Pick<JobRun, 'signal'>): void {
  if (signal.aborted) throw new Error('The lease is lost')
}
