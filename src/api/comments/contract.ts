import { z } from 'zod'
import { slideIdPattern } from '../../document/page-deck.ts'
import { normalComment } from '../../rules/comment-text.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { contract } from '../contract.ts'
import { nonNegativeInt, shortText, time } from '../inputs.ts'
import { pageOutput, pageQuery } from '../paging.ts'

const message = z.string().transform(normalComment).pipe(shortText(limits.comment.text).min(1, messages.form.empty))
const slideHash = z.string().regex(slideIdPattern, messages.form.option)

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
})

/** A comment in answers, parsed. */
export type CommentAnswer = z.output<typeof comment>

const id = z.object({ id: z.string() })
const one = id.extend({ comment_id: z.string().max(20) })
const base = '/api/v1/decks/:id/comments'

/** Routes for the comments of a deck's collaborators. */
export const commentsContracts = {
  list: contract({
    method: 'GET',
    path: base,
    summary:
      'Lists the comments of a deck, newest first. With slide_hash only those of a slide. Comments newer than offset_id are left out, so that they do not shift the pages.',
    permission: 'deck:list-comments',
    rate: 'read',
    params: id,
    query: z.object({
      ...pageQuery(limits.comment.perPage),
      slide_hash: slideHash.optional(),
      offset_id: nonNegativeInt.optional(),
    }),
    output: z.object(pageOutput(comment)),
  }),
  create: contract({
    method: 'POST',
    path: base,
    summary:
      'Adds a comment to a deck, or to one of its slides. A repeated save_id of the same user answers with the first comment.',
    permission: 'deck:comment',
    rate: 'comment',
    params: id,
    body: z.object({
      comment: z.object({
        message,
        slide_hash: slideHash.nullable().default(null),
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
    summary: 'Changes the message of an own comment.',
    permission: 'deck:edit-comment',
    rate: 'write',
    params: one,
    body: z.object({ comment: z.object({ message }) }),
    output: comment,
  }),
  remove: contract({
    method: 'DELETE',
    path: `${base}/:comment_id`,
    summary: 'Deletes a comment: an own one, or any as an admin or the owner of the deck.',
    permission: 'deck:delete-comment',
    rate: 'write',
    params: one,
    output: 'empty',
  }),
}
