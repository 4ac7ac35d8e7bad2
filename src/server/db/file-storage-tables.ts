import type { ColumnType, Generated } from 'kysely'
import type { OptionalTime, Time } from './column-types.ts'

type OptionalText = ColumnType<string | null, string | null | undefined, string | null>

/** The account at the file storage that a user has connected. */
export interface FileStorageAccountsTable {
  user_id: number
  service: 'dropbox'
  /** Its id there. */
  account_id: string
  /** Its address and name there, for the user to recognize it. */
  email: OptionalText
  name: OptionalText
  /** The refresh token, encrypted; never in an answer or a log. Null: the grant has ended, and must be given again. */
  token_sealed: OptionalText
  /** The service takes no request of the account before this; null: it does. */
  retry_at: OptionalTime
  connected_at: Time
}

/** A begun authorization, until the service sends the browser back. Deleted when it is used. */
export interface FileStorageStatesTable {
  /** SHA-256 of the state parameter, hex. */
  state_hash: string
  user_id: number
  /** The session in which it began; it ends nowhere else. */
  session_family: string
  /** The PKCE verifier, encrypted. */
  verifier_sealed: string
  /** Path on the app's host to open afterward; null: the settings. */
  return_path: string | null
  expires_at: Time
}

/** A deck that a user keeps a copy of at the file storage. */
export interface DeckSyncsTable {
  id: Generated<number>
  deck_id: number
  user_id: number
  /** idle: nothing to do, or waiting. making: its files are made. uploading: they wait for, or are in, their upload. */
  step: 'idle' | 'making' | 'uploading'
  /** The version of the deck that was uploaded; 0: none. */
  version: number
  /** Where the files are. */
  pdf_path: OptionalText
  zip_path: OptionalText
  /** Why the last attempt failed, see rules/file-storage.ts; null: it did not. */
  problem: OptionalText
  /** Failed attempts since the last success. */
  attempts: ColumnType<number, number | undefined, number>
  /** The next attempt after a failed one; null: with the next change. */
  retry_at: OptionalTime
  synced_at: OptionalTime
  created_at: Time
}
