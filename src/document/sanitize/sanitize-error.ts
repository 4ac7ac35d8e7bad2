/** Why HTML, SVG or CSS cannot be stored at all. */
export type SanitizeErrorCode =
  | 'too-large'
  | 'too-deep'
  | 'too-many-nodes'
  | 'too-much-drawing'
  | 'too-many-attributes'
  | 'too-many-slides'
  | 'too-many-rules'
  | 'unstable'
  | 'svg-missing'
  | 'svg-size'
  | 'svg-invalid'

/**
 * The content is refused as a whole: it exceeds a limit, or browsers could parse the result in two ways. The message is
 * for the author; HTTP status 422.
 */
export class SanitizeError extends Error {
  readonly code: SanitizeErrorCode

  constructor(code: SanitizeErrorCode, message: string) {
    super(message)
    this.name = 'SanitizeError'
    this.code = code
  }
}
