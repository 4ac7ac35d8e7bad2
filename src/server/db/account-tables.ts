import type { ColumnType, Generated } from 'kysely'
import type { TeamRole } from '../../rules/permissions.ts'
import type { Plan } from '../../rules/plans.ts'
import type { BillingPeriod } from '../../rules/prices.ts'
import type { Json, OptionalTime, Time } from './column-types.ts'

export interface TeamsTable {
  id: Generated<number>
  /** The name of the team's host, in front of the app's. */
  slug: string
  name: string
  /** The effective plan: enterprise while the team is paid or manually upgraded, else free. */
  plan: ColumnType<Plan, Plan | undefined, Plan>
  manually_upgraded: Generated<boolean>
  /** Whether members may make decks public. */
  allow_public_decks: Generated<boolean>
  /** The e-mail domain of the team's members, for single sign-on. */
  domain: string | null
  /** The theme of new decks. */
  default_theme_id: number | null
  account_billing_period: ColumnType<BillingPeriod, BillingPeriod | undefined, BillingPeriod>
  /** The stored logo; null: none. */
  logo_key: string | null
  /** Whether all members but owners sign in by single sign-on. */
  require_sso: Generated<boolean>
  /** https URLs of scripts, loaded before those of the theme. */
  scripts: ColumnType<string[], string | undefined, string>
  /** Who stopped the scripts of the team's themes: 'team' or 'operator'; null: they run. */
  scripts_stopped_by: Generated<'team' | 'operator' | null>
  /** Increased by each change of its fonts; 0: there are none. */
  fonts_version: Generated<number>
  billing_address: string | null
  /** Set once an owner has closed the team: nothing but its slug, old links and receipts is left. */
  closed_at: OptionalTime
  /** The user who closed it and can read its receipts. */
  closed_by: ColumnType<number | null, number | null | undefined, number | null>
  created_at: Time
  updated_at: Time
}

export interface UsersTable {
  id: Generated<number>
  username: string
  name: string | null
  email: string
  /** When the user showed to read the mails of the address; null: not yet, so it may be another person's. */
  email_verified_at: OptionalTime
  password_hash: string
  description: string | null
  site_url: string | null
  social_handle: string | null
  analytics_id: string | null
  picture_key: string | null
  /** The effective plan, written only by api/plans/settle-plan.ts. */
  plan: ColumnType<Plan, Plan | undefined, Plan>
  /** Whether manual_plan is set. */
  manually_upgraded: Generated<boolean>
  /** A plan that the operator gave; null: none. */
  manual_plan: ColumnType<Plan | null, Plan | null | undefined, Plan | null>
  /** Operator of the instance: sees the console at /admin. */
  operator: Generated<boolean>
  /** The team of the active membership. */
  team_id: number | null
  /** The role in that team. Both are set by settleMembership alone: null while the membership is deactivated. */
  membership_role: TeamRole | null
  default_theme_id: number | null
  /** Increased by each change of the user's fonts; 0: there are none. */
  fonts_version: Generated<number>
  settings: Json<Record<string, unknown>>
  /** False while an operator has suspended the account. */
  active: Generated<boolean>
  suspended_at: OptionalTime
  /** Why, for the user; null while not suspended. */
  suspension_reason: ColumnType<string | null, string | null | undefined, string | null>
  /** When the user founded a team with a trial; null: the trial is still available. */
  team_trial_at: OptionalTime
  password_changed_at: Time
  created_at: Time
  updated_at: Time
}

export interface SessionsTable {
  /** SHA-256 of the cookie's value, hex. */
  id_hash: string
  /** Shared by the sessions that one sign-in opened on several hosts; they end together. */
  family: string
  user_id: number
  host: string
  user_agent: string
  /** IP address of the last use, as precise as last_seen_at. */
  address: string
  created_at: Time
  last_seen_at: Time
  expires_at: Time
  /** The team by whose provider the user signed in; null: another way. */
  sign_on_team_id: ColumnType<number | null, number | null | undefined, number | null>
}

export interface PasswordResetsTable {
  token_hash: string
  user_id: number
  created_at: Time
  expires_at: Time
}

export interface InvitationsTable {
  id: Generated<number>
  token_hash: string
  email: string
  invited_by: number | null
  /** What accepting grants: {kind: 'account'}, or a deck or a team. */
  purpose: Json<{ kind: string; id?: number; role?: string }>
  /** The team of an invitation to a team. */
  team_id: number | null
  /** The invited person of a deck, with the role there. */
  deck_user_id: ColumnType<number | null, number | null | undefined, number | null>
  created_at: Time
  expires_at: Time
  accepted_at: OptionalTime
}

export interface SessionTransferCodesTable {
  code_hash: string
  session_hash: string
  target_host: string
  nonce_hash: string
  created_at: Time
  expires_at: Time
}

export interface AuditTable {
  id: Generated<number>
  at: Time
  actor_id: number | null
  address: string
  action: string
  resource: string
  detail: Json<Record<string, unknown>>
}
