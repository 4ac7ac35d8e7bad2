/** A file that cannot be imported. The message is for the user. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

/**
 * Whether a file is nested too deeply or has too much in it for the language itself, as for calls in calls, also in
 * libraries, and for the length of a text or list; null for other errors.
 */
export function excessOf(error: unknown): 'deep' | 'long' | null {
  if (!(error instanceof RangeError)) return null
  if (/call stack/i.test(error.message)) return 'deep'
  return /invalid (?:string|array|typed array) length|allocation failed/i.test(error.message) ? 'long' : null
}
