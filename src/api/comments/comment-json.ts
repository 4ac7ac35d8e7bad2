import type { z } from 'zod'
import type { Db } from '../../server/db/open-database.ts'
import { userThumbnailUrl } from '../decks/deck-json.ts'
import { type CommentAnswer, comment, type thread } from './contract.ts'
import { type CommentRow, repliesTo } from './queries.ts'

/** A comment for the API. */
export function commentJson(stored: CommentRow): z.input<typeof comment> {
  const { name, username, picture_key, pin_block, pin_quote, pin_offset, ...row } = stored
  const pin = pin_block === null ? null : { block: pin_block, quote: pin_quote ?? '', offset: pin_offset ?? 0 }
  const thumbnail_url = userThumbnailUrl({ id: row.user_id, picture_key })
  return { ...row, name: name?.trim() || username, username, thumbnail_url, pin }
}

/** A comment as the channel sends it. */
export function sentComment(row: CommentRow): CommentAnswer {
  return comment.parse(commentJson(row))
}

/** Comments with their replies for the API. */
export async function threadsJson(
  db: Db,
  deckId: number,
  rows: readonly CommentRow[],
): Promise<z.input<typeof thread>[]> {
  const replies = await repliesTo(
    db,
    deckId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...commentJson(row),
    replies: replies.filter(({ parent_id }) => parent_id === row.id).map(commentJson),
  }))
}
