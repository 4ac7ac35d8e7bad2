/** Thrown by a job's handler if retrying cannot help (an address that does not exist, a file that is no picture). */
export class PermanentJobError extends Error {
  override name = 'PermanentJobError'
}
