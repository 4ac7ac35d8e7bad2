import type { ColumnType, Generated } from 'kysely'
import type { ApiTokenScope } from '../../rules/api-tokens.ts'
import type { Json, OptionalTime, Time } from './column-types.ts'

export interface ApiTokensTable {
  id: Generated<number>
  user_id: number
  name: string
  scope: ApiTokenScope
  /** HMAC of the token, hex. */
  token_hash: string
  created_at: Time
  expires_at: Time
  last_used_at: OptionalTime
  last_used_address: string | null
}

/** The new address of a user, until the link sent there is opened. At most one per user. */
export interface EmailChangesTable {
  user_id: number
  email: string
  /** The sign-in that asked for the change; see SessionsTable. */
  family: string
  token_hash: string
  created_at: Time
  expires_at: Time
}

/** The authenticator app of a user. It counts once it is confirmed. */
export interface AuthenticatorsTable {
  user_id: number
  /** The shared secret in base32, encrypted. */
  secret_sealed: string
  /** The time step of the last accepted code, in periods of 30 s since 1970: no code works twice. */
  last_counter: number | null
  created_at: Time
  confirmed_at: OptionalTime
}

/** A recovery code that is not used yet. */
export interface RecoveryCodesTable {
  /** SHA-256 of the user's id and the code, hex. */
  code_hash: string
  user_id: number
  created_at: Time
}

/** What a challenge is for: the second step after a password or a team's sign-on, or one passkey ceremony. */
export type ChallengeKind = 'second-step' | 'passkey-sign-in' | 'passkey-create'

/** A short-lived, single-use challenge. */
export interface SignInChallengesTable {
  /** SHA-256 of the challenge, hex. */
  id_hash: string
  kind: ChallengeKind
  /** Null: signing in with a passkey, which names the user. */
  user_id: number | null
  /** For a new passkey: the id of its user for authenticators; see PasskeysTable. */
  user_handle: ColumnType<string | null, string | undefined, never>
  /** For a second step: the team by whose provider the sign-in began; null for a password. */
  sign_on_team_id: ColumnType<number | null, number | null | undefined, never>
  tries: ColumnType<number, number | undefined, number>
  created_at: Time
  expires_at: Time
}

export interface PasskeysTable {
  id: Generated<number>
  user_id: number
  name: string
  /** base64url */
  credential_id: string
  /** COSE key, base64url. */
  public_key: string
  /** Random id of the user for authenticators, the same for all passkeys of a user; base64url. */
  user_handle: string
  /** Signatures the authenticator has counted; 0 if it does not count. */
  counter: number
  /** How browsers reach the authenticator: 'internal', 'usb' … */
  transports: Json<readonly string[]>
  created_at: Time
  last_used_at: OptionalTime
}
