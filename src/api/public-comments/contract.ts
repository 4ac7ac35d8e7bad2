import { z } from 'zod'
import { normalComment } from '../../rules/comment-text.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { adminReason } from '../admin/contract.ts'
import { contract } from '../contract.ts'
import { linkToken, nonNegativeInt, shortText, time } from '../inputs.ts'
import { pageOutput, pageQuery } from '../paging.ts'
import { newReport } from '../reports/contract.ts'

/** A comment below a public deck. */
export const publicComment = z.object({
  id: z.number(),
  created_at: time,
  /** The author as shown: the name, else the username. */
  name: z.string(),
  username: z.string(),
  thumbnail_url: z.string(),
  message: z.string(),
  /** Whether the signed-in user wrote it. */
  own: z.boolean(),
  /** Whether the signed-in user may delete it. */
  may_delete: z.boolean(),
})

/** A comment in answers, parsed. */
export type PublicCommentAnswer = z.output<typeof publicComment>

const message = z.string().transform(normalComment).pipe(shortText(limits.comment.text).min(1, messages.form.empty))
const id = z.object({ id: z.string() })
const one = id.extend({ comment_id: z.string().max(20) })
const base = '/api/v1/decks/:id/public_comments'

/** Routes for the comments below public decks. They share nothing with those of a deck's collaborators. */
export const publicCommentsContracts = {
  list: contract({
    method: 'GET',
    path: base,
    summary:
      'Lists the comments below a public deck, newest first. Comments newer than offset_id are left out, so that they do not shift the pages.',
    permission: 'deck:list-public-comments',
    rate: 'read',
    params: id,
    query: z.object({ ...pageQuery(limits.comment.perPage), offset_id: nonNegativeInt.optional(), token: linkToken }),
    output: z.object(pageOutput(publicComment)),
  }),
  create: contract({
    method: 'POST',
    path: base,
    summary: 'Adds a comment below a public deck. A repeated save_id of the same user answers with the first comment.',
    permission: 'deck:comment-publicly',
    rate: 'public-comment',
    params: id,
    body: z.object({
      comment: z.object({
        message,
        save_id: z
          .string()
          .regex(/^[\w-]{8,64}$/, messages.form.option)
          .optional(),
      }),
    }),
    output: publicComment,
    status: 201,
  }),
  remove: contract({
    method: 'DELETE',
    path: `${base}/:comment_id`,
    summary: 'Deletes a comment below a public deck: one of the user’s, or any as an admin or the owner of the deck.',
    permission: 'deck:delete-public-comment',
    rate: 'write',
    params: one,
    output: 'empty',
  }),
  report: contract({
    method: 'POST',
    path: `${base}/:comment_id/reports`,
    summary: 'Reports a comment below a public deck to the instance’s operators.',
    permission: 'deck:list-public-comments',
    rate: 'report',
    params: one,
    query: z.object({ token: linkToken }),
    body: z.object({ report: newReport }),
    output: 'empty',
  }),
  removeAsOperator: contract({
    method: 'DELETE',
    path: '/api/v1/admin/public_comments/:id',
    summary: 'Deletes a comment below a deck, with its reports. For operators.',
    permission: 'operator',
    rate: 'write',
    params: id,
    body: z.object({ change: z.object({ reason: adminReason }) }),
    output: 'empty',
  }),
}
