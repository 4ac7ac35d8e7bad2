import type { ColumnType, Generated } from 'kysely'
import type { CollaboratorRole } from '../../rules/permissions.ts'
import type { OptionalTime, Time } from './column-types.ts'

export interface DeckUsersTable {
  id: Generated<number>
  deck_id: number
  user_id: number | null
  /** The invited address, while the invitation waits to be accepted; else null. */
  email: string | null
  role: CollaboratorRole
  /** Whether the person has accepted. People whose address is verified need not accept. */
  active: boolean
  /** Not used: the present status is in memory. */
  status: 'disconnected' | 'viewing' | 'idle'
  /** The user who invited the person; null once that account is deleted. */
  invited_by: ColumnType<number | null, number | null | undefined, number | null>
  last_seen_at: OptionalTime
  created_at: Time
}

type OptionalText = ColumnType<string | null, string | null | undefined, string | null>
/** Comments below public decks, by anyone with an account. */
export interface PublicCommentsTable {
  id: Generated<number>
  deck_id: number
  user_id: number
  message: string
  /** As in CommentsTable. */
  save_id: string | null
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
  /** The comment that this one replies to, which is no reply itself; null for the first of a thread. */
  parent_id: ColumnType<number | null, number | null | undefined, number | null>
  /** When the thread was resolved; null: open. Always null for replies. */
  resolved_at: OptionalTime
  resolved_by: ColumnType<number | null, number | null | undefined, number | null>
  /** Whether its slide was hidden from viewers when it was deleted. Says nothing of a slide that is there. */
  slide_was_hidden: Generated<boolean>
  /** The block that it is pinned to; null: not pinned. */
  pin_block: OptionalText
  /** The pinned words; '' for the whole block. */
  pin_quote: OptionalText
  /** The UTF-16 code units before the words in the block's text. */
  pin_offset: ColumnType<number | null, number | null | undefined, number | null>
}

/** The summaries of a deck's missed comments to one of its people. */
export interface CommentMailsTable {
  user_id: number
  deck_id: number
  /** When the last one was queued. */
  mailed_at: OptionalTime
  /** Since when the user wants none; null: wanted. */
  ended_at: OptionalTime
}

/** Up to which comment of a slide a collaborator has read. */
export interface CommentReadsTable {
  user_id: number
  deck_id: number
  /** The data-id of the slide; '': comments about the deck. */
  slide_hash: string
  /** The newest comment that was read; it may be deleted meanwhile. */
  comment_id: number
  read_at: Time
}
