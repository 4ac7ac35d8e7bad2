import type { Generated } from 'kysely'
import type { ImportFormatId, ImportMode } from '../../rules/import-formats.ts'
import type { Json, OptionalTime, Time } from './column-types.ts'

/** What the author should know of an imported slide; `slide` counts from 1, null: about the whole file. */
export interface ImportRemark {
  readonly slide: number | null
  readonly message: string
  /** The slide's id in the deck, once it is there. */
  readonly slide_id?: string | null
}

/** The slides that an import offers to the editor. */
export interface ImportedContent {
  /** HTML of the sections. */
  readonly data: string
  /** Notes by slide id. */
  readonly notes: Readonly<Record<string, string>>
  /** Deck settings by their field names. */
  readonly settings: Readonly<Record<string, string | number | boolean>>
}

/** A file that a user imports. */
export interface ImportsTable {
  id: Generated<number>
  user_id: number
  /** The deck that was made, or that the slides are for. */
  deck_id: number | null
  mode: ImportMode
  format: ImportFormatId
  /** Options of the format. */
  options: Json<Record<string, string>>
  file_name: string
  /** The uploaded file, until the import has ended. */
  file_key: string | null
  status: 'pending' | 'processing' | 'finished' | 'failed'
  /** Slides that are done, and all of them, once they are known. */
  done: number
  slide_count: number | null
  /** URLs of the pictures, in order. */
  images: Json<string[]>
  report: Json<ImportRemark[]>
  /** For the editor, until it has taken the slides. */
  content: string | null
  /** Why it failed, for the user. */
  error: string | null
  created_at: Time
  /** The last progress. */
  updated_at: Time
  finished_at: OptionalTime
}
