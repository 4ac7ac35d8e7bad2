import { z } from 'zod'
import { slideIdPattern } from '../../document/page-deck.ts'
import { importFormats, importModes, pdfModes } from '../../rules/import-formats.ts'
import { limits } from '../../rules/limits.ts'
import { contract } from '../contract.ts'
import { nonNegativeInt, time } from '../inputs.ts'

const formatIds = importFormats.map(({ id }) => id)

/** What the author should know of an imported slide. */
const remark = z.object({
  /** The number of the slide in the file, from 1; null: about the whole file. */
  slide: z.number().nullable(),
  message: z.string(),
  /** The slide's id in the deck, once it is there. */
  slide_id: z.string().nullable().default(null),
})
export type ImportRemark = z.output<typeof remark>

/** An import in answers. */
const importAnswer = z.object({
  id: z.number(),
  status: z.enum(['pending', 'processing', 'finished', 'failed']),
  format: z.enum(formatIds),
  mode: z.enum(importModes),
  file_name: z.string(),
  /** Slides that are done, and all of them; null until they are known. */
  done: z.number(),
  slide_count: z.number().nullable(),
  /** The deck that was made, or that the slides are for. */
  deck_id: z.number().nullable(),
  /** The parts of its URL. */
  deck: z
    .object({
      id: z.number(),
      title: z.string(),
      slug: z.string().nullable(),
      user: z.object({ username: z.string(), team_slug: z.string().nullable() }),
    })
    .nullable(),
  /** URLs of the pictures, in order. */
  images: z.array(z.string()),
  report: z.array(remark),
  /** Why it failed. */
  error: z.string().nullable(),
  created_at: time,
})
export type ImportAnswer = z.output<typeof importAnswer>

/** What an upload decides besides the file. */
export const importQuery = z.object({
  /** With a deck the slides are for its editor, which adds them; without one they become a new deck. */
  deck_id: nonNegativeInt.optional(),
  mode: z.enum(importModes).default('new'),
  /** How the pages of a PDF become slides. */
  pdf: z.enum(pdfModes).default('pictures'),
})

const base = '/api/v1/imports'
const id = z.object({ id: nonNegativeInt })

/** Routes for imports. */
export const importsContracts = {
  create: contract({
    method: 'POST',
    path: base,
    summary:
      'Imports a PDF or PowerPoint file, as multipart/form-data. Without `deck_id` it becomes a new deck; with it the slides are for that deck, to append or to replace.',
    permission: 'own:decks',
    rate: 'import',
    input: 'multipart',
    // The file and the multipart overhead.
    bodyLimit: limits.upload.importKilobytes * 1000 + 100_000,
    query: importQuery,
    output: importAnswer,
    status: 201,
    transaction: 'own',
  }),
  createFromAddress: contract({
    method: 'POST',
    path: `${base}/address`,
    summary:
      'Imports what is at a public address: a page of reveal.js or slides.com with the files that it names, or a file that could be uploaded.',
    permission: 'own:decks',
    rate: 'import',
    body: z.object({ import: importQuery.extend({ url: z.string().max(limits.import.address) }) }),
    output: importAnswer,
    status: 201,
    transaction: 'own',
  }),
  read: contract({
    method: 'GET',
    path: `${base}/:id`,
    summary: 'Returns the state of an import.',
    permission: 'own:decks',
    rate: 'read',
    params: id,
    output: importAnswer,
  }),
  slides: contract({
    method: 'GET',
    path: `${base}/:id/slides`,
    summary: 'Returns the slides of a finished import that was started for a deck. They are kept for a day.',
    permission: 'own:decks',
    rate: 'read',
    params: id,
    output: z.object({
      /** HTML of the sections. */
      data: z.string(),
      /** Notes by slide id. */
      notes: z.record(z.string(), z.string()),
      /** Deck settings that the file decides about: slide_size. */
      settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  }),
  take: contract({
    method: 'PUT',
    path: `${base}/:id`,
    summary: 'Notes that the slides of an import are in the deck, under these ids. The report is kept with the deck.',
    permission: 'own:decks',
    rate: 'write',
    params: id,
    body: z.object({
      import: z.object({ slide_ids: z.array(z.string().regex(slideIdPattern)).max(limits.deck.slides) }),
    }),
    output: importAnswer,
  }),
  reports: contract({
    method: 'GET',
    path: '/api/v1/decks/:id/imports',
    summary: 'Returns the reports of the last imports into a deck, the latest first.',
    permission: 'deck:edit',
    rate: 'read',
    params: z.object({ id: z.string() }),
    output: z.object({
      results: z.array(
        importAnswer.pick({
          id: true,
          file_name: true,
          format: true,
          slide_count: true,
          report: true,
          created_at: true,
        }),
      ),
    }),
  }),
  remove: contract({
    method: 'DELETE',
    path: `${base}/:id`,
    summary: 'Cancels an import, or removes the record of one that has ended. A deck that was made stays.',
    permission: 'own:decks',
    rate: 'write',
    params: id,
    output: 'empty',
  }),
}
