import { z } from 'zod'
import { accountMessages } from '../../rules/account-messages.ts'
import { limits } from '../../rules/limits.ts'
import { type ReportReason, reportReasons, reportStates } from '../../rules/reports.ts'
import { adminReason } from '../admin/contract.ts'
import { contract } from '../contract.ts'
import { linkToken, shortText, time } from '../inputs.ts'
import { pageOutput, pageQuery } from '../paging.ts'

const reason = z.enum(
  Object.keys(reportReasons) as [ReportReason, ...ReportReason[]],
  accountMessages.report.reasonMissing,
)

/** A report as it is sent. */
export const newReport = z.object({
  reason,
  text: z
    .string()
    .default('')
    .transform((text) => text.trim())
    .pipe(shortText(limits.admin.report)),
})

/** Routes for reports of decks, and of the comments below them. */
export const reportsContracts = {
  create: contract({
    method: 'POST',
    path: '/api/v1/decks/:id/reports',
    summary: 'Reports a deck to the instance’s operators.',
    permission: 'deck:see',
    rate: 'report',
    params: z.object({ id: z.string() }),
    query: z.object({ token: linkToken }),
    body: z.object({ report: newReport }),
    output: 'empty',
  }),
  list: contract({
    method: 'GET',
    path: '/api/v1/admin/reports',
    summary: 'Lists reports of decks and of comments below them, open ones oldest first. For operators.',
    permission: 'operator',
    rate: 'read',
    query: z.object({ state: z.enum(reportStates).default('open'), ...pageQuery() }),
    output: z.object(
      pageOutput(
        z.object({
          id: z.number(),
          reason: z.string(),
          text: z.string(),
          state: z.enum(reportStates),
          reporter: z.string().nullable(),
          created_at: time,
          /** The reported comment below the deck; null: the deck is reported. */
          comment: z.object({ id: z.number(), username: z.string(), message: z.string() }).nullable(),
          deck: z.object({
            id: z.number(),
            title: z.string(),
            slug: z.string().nullable(),
            username: z.string(),
            suspended: z.boolean(),
          }),
        }),
      ),
    ),
  }),
  settle: contract({
    method: 'PUT',
    path: '/api/v1/admin/reports/:id',
    summary: 'Settles a report: dismissed, acted on, or open again. For operators.',
    permission: 'operator',
    rate: 'write',
    params: z.object({ id: z.string() }),
    body: z.object({ change: z.object({ state: z.enum(reportStates), reason: adminReason }) }),
    output: 'empty',
  }),
}
