/** Public settings of an instance. */
export interface Site {
  /** URL without trailing slash: http://localhost:3000. */
  readonly baseUrl: string
  /** A notice for signed-in users; null if there is none. */
  readonly warning: string | null
  /** Whether the instance has paid plans. If not, pricing and billing are not shown. */
  readonly billing: boolean
  /** The provider of payments; missing without billing. */
  readonly driver?: 'sandbox' | 'stripe'
}

/** The team whose host serves a page. */
export interface HostTeam {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly logo_url: string | null
  /** Whether the team's subscription has ended; its decks stay readable. */
  readonly ended: boolean
}
