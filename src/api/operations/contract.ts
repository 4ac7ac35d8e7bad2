import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { contract } from '../contract.ts'
import { time } from '../inputs.ts'
import { pageOutput, pageQuery } from '../paging.ts'

const jobStates = ['waiting', 'running', 'done', 'dead'] as const
const mailStates = ['waiting', 'sent', 'failed'] as const
const id = z.object({ id: z.string() })
const text = z.string().max(limits.admin.search).default('')
/** A day of a filter, as 2026-11-22 in UTC; '' for none. */
const day = z
  .string()
  .regex(/^(\d{4}-\d{2}-\d{2})?$/)
  .refine((value) => value === '' || !Number.isNaN(Date.parse(`${value}T00:00:00Z`)))
  .default('')

/** Routes of the operator's console about the running of the instance. */
export const operationsContracts = {
  storage: contract({
    method: 'GET',
    path: '/api/v1/admin/storage',
    summary: 'Returns what uploads and slides occupy, and the largest owners. For operators.',
    permission: 'operator',
    rate: 'read',
    output: z.object({
      /** Bytes of uploaded files, and of the current slides of all decks. */
      files: z.number(),
      slides: z.number(),
      largest: z.array(
        z.object({
          kind: z.enum(['user', 'team']),
          id: z.number(),
          name: z.string(),
          files: z.number(),
          count: z.number(),
        }),
      ),
    }),
  }),
  jobs: contract({
    method: 'GET',
    path: '/api/v1/admin/jobs',
    summary: 'Lists background jobs in a state. For operators.',
    permission: 'operator',
    rate: 'read',
    query: z.object({ state: z.enum(jobStates).default('dead'), ...pageQuery() }),
    output: z.object(
      pageOutput(
        z.object({
          id: z.number(),
          kind: z.string(),
          state: z.enum(jobStates),
          attempts: z.number(),
          error: z.string().nullable(),
          run_at: time,
          updated_at: time,
        }),
      ),
    ),
  }),
  retryJob: contract({
    method: 'POST',
    path: '/api/v1/admin/jobs/:id/retry',
    summary: 'Runs a failed job again. For operators.',
    permission: 'operator',
    rate: 'write',
    params: id,
    output: 'empty',
  }),
  mails: contract({
    method: 'GET',
    path: '/api/v1/admin/mails',
    summary: 'Lists mails in a state, without their text. For operators.',
    permission: 'operator',
    rate: 'read',
    query: z.object({ state: z.enum(mailStates).default('failed'), ...pageQuery() }),
    output: z.object({
      /** Whether a mail server is set up. Without one, mails wait in the database until they are deleted. */
      configured: z.boolean(),
      ...pageOutput(
        z.object({
          id: z.number(),
          recipient: z.string(),
          subject: z.string(),
          state: z.enum(mailStates),
          error: z.string().nullable(),
          /** Whether the text is still stored, so that it can be sent again. */
          kept: z.boolean(),
          created_at: time,
        }),
      ),
    }),
  }),
  resendMail: contract({
    method: 'POST',
    path: '/api/v1/admin/mails/:id/resend',
    summary: 'Sends a failed mail again. For operators.',
    permission: 'operator',
    rate: 'write',
    params: id,
    output: 'empty',
  }),
  audit: contract({
    method: 'GET',
    path: '/api/v1/admin/audit',
    summary: 'Lists the audit log, newest first: by action, user, resource and days. For operators.',
    permission: 'operator',
    rate: 'read',
    query: z.object({ action: text, user: text, resource: text, from: day, to: day, ...pageQuery(50) }),
    output: z.object(
      pageOutput(
        z.object({
          id: z.number(),
          at: time,
          actor: z.string().nullable(),
          address: z.string(),
          action: z.string(),
          resource: z.string(),
          detail: z.record(z.string(), z.unknown()),
        }),
      ),
    ),
  }),
}
