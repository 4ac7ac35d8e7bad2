import type { ColumnType, Generated } from 'kysely'
import type { Json, OptionalTime, Time } from './column-types.ts'

/** Exports of decks as files. Rows and files are deleted a day after they were made. */
export interface DeckExportsTable {
  id: Generated<number>
  deck_id: number
  /** The user who requested it, and the only one who sees it. */
  user_id: number
  /** The format, see rules/export-formats. */
  type: string
  /** The options of the format. */
  options: Json<Record<string, boolean | string>>
  /** The version of the deck when it was asked for. */
  version: number
  status: 'pending' | 'processing' | 'finished' | 'failed'
  /** The job that makes it; a row whose job is dead or gone has failed. */
  job_id: ColumnType<number | null, number | null | undefined, number | null>
  /** Slides done, and their number; 0 until it is known. */
  slide: ColumnType<number, number | undefined, number>
  slides: ColumnType<number, number | undefined, number>
  /** The file; null until it is finished. */
  file_key: ColumnType<string | null, string | null | undefined, string | null>
  size: ColumnType<number | null, number | null | undefined, number | null>
  /** What the author should know, or why it failed; see api/exports/export-format.ts. Null until it has ended. */
  report: ColumnType<object | null, string | null | undefined, string | null>
  created_at: Time
  finished_at: OptionalTime
  /** The sync that it is made for, and in no list then; null: the user asked for the file. */
  sync_id: ColumnType<number | null, number | null | undefined, number | null>
}
