import { z } from 'zod'
import { contract } from '../contract.ts'
import { deck } from '../decks/contract.ts'
import { time, whole } from '../inputs.ts'

const id = z.object({ id: z.string() })
const one = z.object({ id: z.string(), revision_id: whole })
const base = '/api/v1/decks/:id/revisions'

/** A revision as the list shows it. */
export const revision = z.object({
  id: z.number(),
  version: z.number(),
  user: z.object({ id: z.number(), username: z.string().nullable(), name: z.string().nullable() }),
  /** The first save of the revision, and the last. */
  created_at: time,
  updated_at: time,
})

/** The calls about the history of a deck. */
export const revisionsContracts = {
  list: contract({
    method: 'GET',
    path: base,
    summary: 'The revisions of a deck, newest first.',
    permission: 'deck:list-revisions',
    rate: 'read',
    params: id,
    query: z.object({ page: whole.default(1) }),
    output: z.object({ results: z.array(revision), total: z.number(), page: z.number(), per_page: z.number() }),
  }),
  read: contract({
    method: 'GET',
    path: `${base}/:revision_id`,
    summary: 'The slides of a deck as they were in a revision.',
    permission: 'deck:preview-revision',
    rate: 'read',
    params: one,
    output: z.object({
      id: z.number(),
      version: z.number(),
      data: z.string(),
      notes: z.record(z.string(), z.string()),
    }),
  }),
  restore: contract({
    method: 'POST',
    path: `${base}/:revision_id/restore`,
    summary: 'Gives a deck the slides of a revision again, as a new revision: nothing of the history goes.',
    permission: 'deck:restore-revision',
    rate: 'write',
    params: one,
    output: deck,
  }),
}
