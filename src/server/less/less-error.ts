import type { LessPosition } from './less-messages.ts'

/** Styles that could not be compiled. The message is for the author, with the line if known. */
export class LessError extends Error {
  /** `invalid`: the source is wrong or too large (422); `busy`: retry later (429). */
  readonly code: 'invalid' | 'busy'
  /** Where the mistake is; null if unknown. */
  readonly at: LessPosition | null

  constructor(code: 'invalid' | 'busy', message: string, at: LessPosition | null = null) {
    super(message)
    this.name = 'LessError'
    this.code = code
    this.at = at
  }
}
