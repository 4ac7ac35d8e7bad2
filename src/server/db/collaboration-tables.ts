import type { ColumnType, Generated } from 'kysely'
import type { CollaboratorRole } from '../../rules/permissions.ts'
import type { OptionalTime, Time } from './column-types.ts'

export interface DeckUsersTable {
  id: Generated<number>
  deck_id: number
  user_id: number | null
  /** The invited address, while it has no account; else null. */
  email: string | null
  role: CollaboratorRole
  /** Whether the person has accepted. People with an account need not accept. */
  active: boolean
  /** Not used: the present status is in memory. */
  status: 'disconnected' | 'viewing' | 'idle'
  /** The user who invited the person; null once that account is deleted. */
  invited_by: ColumnType<number | null, number | null | undefined, number | null>
  last_seen_at: OptionalTime
  created_at: Time
}

export interface CommentsTable {
  id: Generated<number>
  deck_id: number
  user_id: number
  /** The data-id of the slide; null: about the deck. */
  slide_hash: string | null
  message: string
  /** The client's id of the request that created it, so that a repeated one adds no second. */
  save_id: string | null
  created_at: Time
  updated_at: OptionalTime
}
