import type { ColumnType, Generated } from 'kysely'
import type { OptionalTime, Time } from './column-types.ts'

/** The OpenID provider of a team. `teams.require_sso` says whether its members must use it. */
export interface TeamIdentityTable {
  team_id: number
  /** As in the provider's metadata. */
  issuer: string
  client_id: string
  /** The client secret, encrypted; never in an answer. */
  secret_sealed: string
  created_at: Time
  updated_at: Time
}

/** A domain of a team's addresses. At most one team has proven a domain. */
export interface TeamDomainsTable {
  id: Generated<number>
  team_id: number
  /** In lower case and ASCII. */
  domain: string
  /** The value of the DNS record; it is public. */
  proof_token: string
  /** HMAC of the code in the last mail to the domain, hex. */
  mail_code_hash: ColumnType<string | null, string | null | undefined, string | null>
  mail_sent_at: OptionalTime
  created_at: Time
  proven_at: OptionalTime
}

/** A user's identity at a provider. Issuer and subject identify it; its address may change. */
export interface UserIdentitiesTable {
  id: Generated<number>
  user_id: number
  issuer: string
  subject: string
  /** The address at the provider when it was linked, for the user to recognize it. */
  email: string | null
  created_at: Time
  last_used_at: OptionalTime
}

/** A begun sign-on, until the provider sends the browser back. Deleted when it is used. */
export interface SignOnStatesTable {
  /** SHA-256 of the state parameter, hex. */
  state_hash: string
  /** SHA-256 of the browser's cookie, hex. */
  browser_hash: string
  /** Null: the instance's provider. */
  team_id: number | null
  issuer: string
  client_id: string
  /** Nonce and PKCE verifier as JSON, encrypted. */
  sealed: string
  /** The user who links an identity to their account; null: signing in. */
  user_id: number | null
  /** Path on the app's host to open afterward; null: the default. */
  return_path: string | null
  created_at: Time
  expires_at: Time
}
