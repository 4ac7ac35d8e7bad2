import { z } from 'zod'
import { isBlockId } from '../../document/ids.ts'
import { slideIdPattern } from '../../document/page-deck.ts'
import { normalComment } from '../../rules/comment-text.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { contract } from '../contract.ts'
import { flag, nonNegativeInt, shortText, time } from '../inputs.ts'
import { pageOutput, pageQuery } from '../paging.ts'

const message = z.string().transform(normalComment).pipe(shortText(limits.comment.text).min(1, messages.form.empty))
const slideHash = z.string().regex(slideIdPattern, messages.form.option)
const offset = z.int().min(0).max(limits.deck.bytes)

/** Words of a block, or a whole block, that a comment is pinned to. It moves with them; see document/pins.ts. */
const pin = z.object({
  block: z.string().refine(isBlockId, messages.form.option),
  /** The words; '' for the whole block. */
  quote: shortText(limits.comment.quote),
  /** The UTF-16 code units before the words in the block's text. */
  offset,
})

/** A comment of a deck's collaborators. */
export const comment = z.object({
  id: z.number(),
  user_id: z.number(),
  created_at: time,
  /** The author as shown: the name, else the username. */
  name: z.string(),
  username: z.string(),
  thumbnail_url: z.string(),
  message: z.string(),
  /** The slide's id; null: about the deck. */
  slide_hash: z.string().nullable(),
  /** When the message was last changed, or null. */
  updated_at: time.nullable(),
  /** The client's id of the request that created it, or null. */
  save_id: z.string().nullable(),
  /** The comment that this one replies to, or null. */
  parent_id: z.number().nullable(),
  /** When the thread was resolved and by whom; null: it is open. */
  resolved_at: time.nullable(),
  resolved_by: z.number().nullable(),
  pin: pin.nullable(),
})

/** A comment with its replies, oldest first. */
export const thread = comment.extend({ replies: z.array(comment) })

/** A comment in answers, parsed. */
export type CommentAnswer = z.output<typeof comment>
export type ThreadAnswer = z.output<typeof thread>

/** The comments of others that the user has not read: all of `results` together, and of each slide. */
const unread = z.object({
  results: z.array(
    z.object({
      /** Null: about the deck. */
      slide_hash: z.string().nullable(),
      count: z.number(),
      /** The oldest of them. Later ones of others on this slide are unread, too. */
      first_id: z.number(),
    }),
  ),
  total: z.number(),
})

/** Unread comments in answers, parsed. */
export type UnreadAnswer = z.output<typeof unread>

const id = z.object({ id: z.string() })
const one = id.extend({ comment_id: z.string().max(20) })
const base = '/api/v1/decks/:id/comments'

/** Routes for the comments of a deck's collaborators. */
export const commentsContracts = {
  list: contract({
    method: 'GET',
    path: base,
    summary:
      'Lists the comments of a deck with their replies, newest first. With slide_hash only those of a slide, with state=open only those that are not resolved. Comments newer than offset_id are left out, so that they do not shift the pages.',
    permission: 'deck:list-comments',
    rate: 'read',
    params: id,
    query: z.object({
      ...pageQuery(limits.comment.perPage),
      slide_hash: slideHash.optional(),
      offset_id: nonNegativeInt.optional(),
      state: z.enum(['all', 'open']).default('all'),
    }),
    output: z.object(pageOutput(thread)),
  }),
  unread: contract({
    method: 'GET',
    path: `${base}/unread`,
    summary: 'Counts the comments of others that the user has not read, by slide.',
    permission: 'deck:list-comments',
    rate: 'read',
    params: id,
    output: unread,
  }),
  markRead: contract({
    method: 'PUT',
    path: `${base}/read`,
    summary: 'Marks the comments of slides as read by the user, each up to a comment. Returns what is left unread.',
    permission: 'deck:list-comments',
    rate: 'write',
    params: id,
    body: z.object({
      read: z
        .array(z.object({ slide_hash: slideHash.nullable().default(null), comment_id: nonNegativeInt }))
        .max(limits.comment.readSlides),
    }),
    output: unread,
  }),
  read: contract({
    method: 'GET',
    path: `${base}/:comment_id`,
    summary: 'Returns a comment with its replies; of a reply, the comment that it replies to.',
    permission: 'deck:list-comments',
    rate: 'read',
    params: one,
    output: thread,
  }),
  create: contract({
    method: 'POST',
    path: base,
    summary:
      'Adds a comment to a deck, to one of its slides, to a block or words of a slide (pin), or as a reply (parent_id). A reply opens a resolved comment again. A pin with a version is moved from that version of the deck to the newest. A repeated save_id of the same user answers with the first comment.',
    permission: 'deck:comment',
    rate: 'comment',
    params: id,
    body: z.object({
      comment: z.object({
        message,
        slide_hash: slideHash.nullable().default(null),
        parent_id: nonNegativeInt.nullable().default(null),
        pin: pin.extend({ version: nonNegativeInt.optional() }).nullable().default(null),
        save_id: z
          .string()
          .regex(/^[\w-]{8,64}$/, messages.form.option)
          .optional(),
      }),
    }),
    output: comment,
    status: 201,
  }),
  change: contract({
    method: 'PUT',
    path: `${base}/:comment_id`,
    summary: 'Changes the message of one of the user’s comments.',
    permission: 'deck:edit-comment',
    rate: 'write',
    params: one,
    body: z.object({ comment: z.object({ message }) }),
    output: comment,
  }),
  resolve: contract({
    method: 'PUT',
    path: `${base}/:comment_id/resolved`,
    summary: 'Resolves a comment with its replies, or opens it again.',
    permission: 'deck:comment',
    rate: 'write',
    params: one,
    body: z.object({ comment: z.object({ resolved: flag }) }),
    output: comment,
  }),
  remove: contract({
    method: 'DELETE',
    path: `${base}/:comment_id`,
    summary: 'Deletes a comment: one of the user’s, or any as an admin or the owner of the deck. Its replies stay.',
    permission: 'deck:delete-comment',
    rate: 'write',
    params: one,
    output: 'empty',
  }),
}
