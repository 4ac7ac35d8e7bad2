import type { ColumnType, Generated } from 'kysely'
import type { DeckFieldColumns } from '../../rules/deck-fields.ts'
import type { CollaboratorRole } from '../../rules/permissions.ts'
import type { Visibility } from '../../rules/visibilities.ts'
import type {
  AuditTable,
  HandoffCodesTable,
  InvitationsTable,
  PasswordResetsTable,
  SessionsTable,
  TeamsTable,
  UsersTable,
} from './account-tables.ts'
import type { Json, OptionalTime, Time } from './column-types.ts'

/** Its settings are the fields of rules/deck-fields.ts. */
export interface DecksTable extends DeckFieldColumns {
  id: Generated<number>
  /** The owner. */
  user_id: number
  /** The team that the deck was made in; null for a deck made outside teams. */
  team_id: number | null
  visibility: Visibility
  version: number
  collaborative: boolean
  /** The collaborator who edits now; the owner at first. */
  editor_user_id: number | null
  /** The user who made the present version; null when it was made before this was kept, or with the deck. */
  saved_by: number | null
  /** The first of the versions up to the present one that were all made by `saved_by`; null with it. */
  saved_by_since: number | null
  /** The deck that this one is a copy of, while that exists. */
  forked_from_id: number | null
  slide_count: number
  /** UTF-8 bytes of the current slides and notes; kept up by each save, so that the deck's limit costs nothing to check. */
  content_bytes: number
  view_count: number
  kudos_count: number
  thumbnail_key: string | null
  thumbnail_version: number | null
  created_at: Time
  updated_at: Time
  published_at: OptionalTime
  trashed_at: OptionalTime
  /** When an operator took the deck down; null for all others. */
  suspended_at: OptionalTime
}

export interface DeckStructuresTable {
  deck_id: number
  /** The deck's version that brought this order; valid until the next row. */
  since: number
  /** document/structure.ts */
  structure: Json<object>
  /** The version of the sanitizer that cleaned the attributes of its stacks and the markup between slides. */
  sanitizer_version: Generated<number>
}

export interface DeckSlidesTable {
  deck_id: number
  slide_id: string
  /** The first version of the deck in which the slide had this content … */
  since: number
  /** … and the first in which it no longer had it; null while current. */
  until: number | null
  html: string
  notes: string
  /** What search reads: the slide's words, taken out when it was saved so that indexing parses nothing. */
  text: string
  /** UTF-8 bytes of html and notes. */
  size: number
  sanitizer_version: number
}

export interface DeckRevisionsTable {
  id: Generated<number>
  deck_id: number
  /** The deck as of this version is the revision's content. */
  version: number
  user_id: number
  created_at: Time
  updated_at: Time
}

export interface DeckSavesTable {
  deck_id: number
  /** Made by the client, once for each thing it wants to happen. */
  save_id: string
  version: number
  /** What the first answer said besides the deck: a repeated save is answered with the same. */
  result: Json<Record<string, unknown>>
  created_at: Time
}

/** What an author sent before the sanitizer changed it; kept for 30 days. */
export interface SlideOriginalsTable {
  id: Generated<number>
  deck_id: number
  slide_id: string
  version: number
  html: string
  created_at: Time
}

export interface DeckUsersTable {
  id: Generated<number>
  deck_id: number
  user_id: number | null
  email: string | null
  role: CollaboratorRole
  active: boolean
  status: 'disconnected' | 'viewing' | 'idle'
  last_seen_at: OptionalTime
  created_at: Time
}

export interface KudosTable {
  deck_id: number
  user_id: number
  created_at: Time
}

export interface DeckViewsTable {
  deck_id: number
  /** Keyed hash of the session or visitor cookie: counts once, names nobody. */
  viewer_hash: string
  at: Time
}

export interface MediaTable {
  id: Generated<number>
  /** The owner: exactly one of user_id and team_id is set. */
  user_id: number | null
  team_id: number | null
  key: string
  label: string
  content_type: string
  /** Bytes as stored. */
  size: number
  width: number | null
  height: number | null
  inline: boolean
  hidden: boolean
  /** SHA-256 of the uploaded bytes, hex: the same file uploaded again is the same item. Of a refused drawing, of its key. */
  content_hash: string
  /** The version of the sanitizer that cleaned a drawing; means nothing for other pictures, which are encoded anew. */
  sanitizer_version: Generated<number>
  /** Why that version takes nothing of a stored drawing: an empty one is shown in its place. Null: it does. */
  refusal: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Time
}

export interface JobsTable {
  id: Generated<number>
  kind: string
  /** At most one waiting job for a key, and one at work; null: no such rule. */
  dedupe_key: string | null
  /** For whom it is, `user:7`: jobs of several owners take turns. Null: for nobody in particular. */
  owner: string | null
  payload: Json<Record<string, unknown>>
  state: 'waiting' | 'running' | 'done' | 'dead'
  attempts: number
  /** How often its worker died while it ran. */
  crashes: number
  run_at: Time
  locked_until: OptionalTime
  locked_by: string | null
  /** 0 to 1 */
  progress: number
  result: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  error: string | null
  created_at: Time
  updated_at: Time
}

export interface MailsTable {
  id: Generated<number>
  recipient: string
  sender_name: string | null
  reply_to: string | null
  subject: string
  text: string
  html: string
  state: 'waiting' | 'sent' | 'failed'
  created_at: Time
  sent_at: OptionalTime
}

/** A slide that a user or a team keeps to begin others with. */
export interface SlideTemplatesTable {
  id: Generated<number>
  /** The owner: exactly one of user_id and team_id is set. */
  user_id: number | null
  team_id: number | null
  label: string
  /** One section, as it passed the sanitizer. */
  html: string
  /** Bytes of the HTML. */
  size: number
  sanitizer_version: Generated<number>
  created_at: Time
  updated_at: Time
}

/** A link that lets whoever has it see a deck. A dump of the database opens none: hashes and seals need the instance's key. */
export interface AccessTokensTable {
  id: Generated<number>
  deck_id: number
  name: string
  /** Keyed hash of the token, to look it up by. */
  token_hash: string
  /** The token, encrypted: its owner's list shows the link. */
  token_sealed: string
  /** argon2id; null: the link asks for no password. */
  password_hash: string | null
  /** The password, encrypted: its owner's form shows it. */
  password_sealed: string | null
  /** One more at each change of the password; what was opened with an earlier one is closed. */
  password_version: Generated<number>
  deck_view_count: Generated<number>
  created_at: Time
  updated_at: Time
}

/** One loading of a page around a deck: what it has told of already, so that nothing is counted twice. Forgotten after a day. */
export interface DeckReadingsTable {
  /** Made up for the page when it was sent; names nobody. */
  number: string
  deck_id: number
  /** The day of its first word, as 2026-11-22 in UTC; all of it counts there. */
  day: string
  /** Ids of the slides that were seen. */
  seen: Json<string[]>
  /** The furthest step reached: 0, 50 or 100 (per cent of the slides). */
  progress: number
  expires_at: Time
}

/** How often a deck was read on a day, and how far. */
export interface DeckReadingDaysTable {
  deck_id: number
  day: string
  readings: number
  half: number
  whole: number
}

/** How many readings of a day saw a slide. */
export interface DeckSlideViewsTable {
  deck_id: number
  day: string
  slide_id: string
  views: number
}

/** Where the presentation of a deck is: one row for each deck that was ever presented. */
export interface DeckStreamsTable {
  deck_id: number
  /** JSON of api/stream/messages.ts StreamState; null before the first message. */
  state: string | null
  /** Grows with each state: ms since 1970, or one more than the last. An older state never replaces a newer one. */
  seq: number
  /** The page that presents, by its own name, and its person. */
  holder_id: string
  holder_user_id: number
  /** When the page was last known to be there. */
  seen_at: Time
}

/** A stored file of this instance that perhaps no row names: noted before it is put, and when its row goes. */
export interface UnusedFilesTable {
  key: string
  noticed_at: Time
}

/** Each distinct word of the searchable decks, with the number of decks it stands in. */
export interface SearchWordsTable {
  word: string
  deck_count: number
}

/** The words of the index with up to one letter left out: how a misspelled word finds its right form. */
export interface SearchVariantsTable {
  variant: string
  word: string
}

/** The whole schema. `deck_search` (full text) differs by database and is reached by raw SQL in api/search/queries.ts. */
export interface Schema {
  teams: TeamsTable
  users: UsersTable
  sessions: SessionsTable
  password_resets: PasswordResetsTable
  invitations: InvitationsTable
  handoff_codes: HandoffCodesTable
  audit: AuditTable
  decks: DecksTable
  deck_structures: DeckStructuresTable
  deck_slides: DeckSlidesTable
  deck_revisions: DeckRevisionsTable
  deck_saves: DeckSavesTable
  slide_originals: SlideOriginalsTable
  deck_users: DeckUsersTable
  kudos: KudosTable
  deck_views: DeckViewsTable
  media: MediaTable
  slide_templates: SlideTemplatesTable
  access_tokens: AccessTokensTable
  deck_readings: DeckReadingsTable
  deck_reading_days: DeckReadingDaysTable
  deck_slide_views: DeckSlideViewsTable
  deck_streams: DeckStreamsTable
  unused_files: UnusedFilesTable
  jobs: JobsTable
  mails: MailsTable
  search_words: SearchWordsTable
  search_variants: SearchVariantsTable
}
