/** Why a piece of HTML, SVG or CSS can't be stored at all. */
export type SanitizeErrorCode =
  | 'too-large'
  | 'too-deep'
  | 'too-many-nodes'
  | 'too-many-attributes'
  | 'too-many-slides'
  | 'too-many-rules'
  | 'unstable'
  | 'svg-missing'
  | 'svg-size'
  | 'svg-invalid'

/**
 * Refused as a whole: the source is beyond a limit, or browsers could read the result in two ways. The message is for
 * the author; the server answers it with status 422.
 */
export class SanitizeError extends Error {
  readonly code: SanitizeErrorCode

  constructor(code: SanitizeErrorCode, message: string) {
    super(message)
    this.name = 'SanitizeError'
    this.code = code
  }
}
