import type { SignUpMode } from '../../rules/sign-up.ts'

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
  /** The instance's name; by default the product's. */
  readonly name: string
  /** The path of the instance's logo; null: the product's logo. */
  readonly logo: string | null
  /** Whether the instance has a provider for single sign-on. */
  readonly signOn: boolean
  /** Whether media libraries accept videos. */
  readonly videoUploads: boolean
  /** Who may create an account. */
  readonly signUp: SignUpMode
  /** Whether sign-up waits for the first operator, who has a set-up code. */
  readonly setup: boolean
}

/** Whether pages link to the sign-up page. */
export function offersSignUp({ signUp, setup }: Pick<Site, 'signUp' | 'setup'>): boolean {
  return signUp !== 'closed' || setup
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
