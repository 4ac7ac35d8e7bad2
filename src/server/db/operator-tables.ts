import type { ColumnType, Generated } from 'kysely'
import type { ReportReason, ReportState } from '../../rules/reports.ts'
import type { OptionalTime, Time } from './column-types.ts'

/** A setting of the instance that operators change in the console. A missing row is the default. */
export interface InstanceSettingsTable {
  /** installation: the id of this installation, which does not change. */
  name: 'name' | 'logo' | 'sign_up' | 'installation'
  value: string
  updated_at: Time
}

/** A code that lets the first operator sign up. Deleted when one is used. */
export interface SetupCodesTable {
  code_hash: string
  created_at: Time
}

/** A deck, or a comment below it, that a visitor or user reported to the operators. */
export interface ReportsTable {
  id: Generated<number>
  deck_id: number
  /** The comment below the deck that is reported; null: the deck. */
  public_comment_id: ColumnType<number | null, number | null | undefined, never>
  /** Null for visitors and deleted accounts. */
  reporter_id: number | null
  reason: ReportReason
  text: string
  state: ColumnType<ReportState, ReportState, ReportState>
  created_at: Time
  settled_at: OptionalTime
  settled_by: number | null
}
