import type { Generated } from 'kysely'
import type { Time } from './column-types.ts'

/** A font file of a user or a team. */
export interface FontsTable {
  id: Generated<number>
  /** The owner: exactly one of user_id and team_id is set. */
  user_id: number | null
  team_id: number | null
  /** Of the file; its ending is the format. */
  key: string
  family: string
  /** Two weights of a variable font, else the same twice. */
  weight_min: number
  weight_max: number
  style: 'normal' | 'italic'
  /** OS/2 fsType. */
  license_bits: number
  size: number
  /** SHA-256 of the file, hex: a repeated upload adds nothing. */
  content_hash: string
  created_at: Time
}
