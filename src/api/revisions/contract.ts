import { z } from 'zod'
import { contract } from '../contract.ts'
import { deck } from '../decks/contract.ts'
import { nonNegativeInt, time } from '../inputs.ts'
import { pageOutput, pageQuery } from '../paging.ts'

const id = z.object({ id: z.string() })
const one = z.object({ id: z.string(), revision_id: nonNegativeInt })
const base = '/api/v1/decks/:id/revisions'

const person = z.object({ id: z.number(), username: z.string().nullable(), name: z.string().nullable() })

/** A revision in the list. */
export const revision = z.object({
  id: z.number(),
  version: z.number(),
  /** The user who saved last. */
  user: person,
  /** All who saved while the revision was made. */
  people: z.array(person),
  /** Times of the revision's first and last save. */
  created_at: time,
  updated_at: time,
})

/** Routes for revisions. */
export const revisionsContracts = {
  list: contract({
    method: 'GET',
    path: base,
    summary: 'Lists the revisions of a deck, newest first.',
    permission: 'deck:list-revisions',
    rate: 'read',
    params: id,
    query: z.object(pageQuery()),
    output: z.object(pageOutput(revision)),
  }),
  read: contract({
    method: 'GET',
    path: `${base}/:revision_id`,
    summary: 'Returns the slides of a revision.',
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
    summary: 'Restores the slides of a revision as a new revision. The history is kept.',
    permission: 'deck:restore-revision',
    rate: 'write',
    params: one,
    output: deck,
  }),
}
