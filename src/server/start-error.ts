/** Why the server cannot start, as a message with a remedy for the operator; shown without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
