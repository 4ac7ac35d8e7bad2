/** Why the server cannot start, in words that tell the operator what to do; shown without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
