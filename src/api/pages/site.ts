/** What an instance says about itself. */
export interface Site {
  /** Without trailing slash: http://localhost:3000. */
  readonly baseUrl: string
  /** A line for signed-in people; null when there is nothing to say. */
  readonly warning: string | null
  /** False where nobody pays: pricing and billing are not shown. */
  readonly billing: boolean
}
