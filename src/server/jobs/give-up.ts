/** Thrown by a job's handler when no further try can help (an address that does not exist, a file that is no picture). */
export class GiveUp extends Error {
  override name = 'GiveUp'
}
