/** A file that cannot be imported. The message is for the user. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}
