/** Public settings of an instance. */
export interface Site {
  /** URL without trailing slash: http://localhost:3000. */
  readonly baseUrl: string
  /** A notice for signed-in users; null if there is none. */
  readonly warning: string | null
  /** Whether the instance has paid plans. If not, pricing and billing are not shown. */
  readonly billing: boolean
}
