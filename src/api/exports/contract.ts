import { z } from 'zod'
import { type ExportField, type ExportFields, exportFormats } from '../../rules/export-formats/index.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { contract } from '../contract.ts'
import { flag, time } from '../inputs.ts'
import { pageOutput, pageQuery } from '../paging.ts'

function fieldInput(field: ExportField): z.ZodType {
  if (field.kind === 'flag') return flag.default(field.initial)
  const ids = field.options.map(({ id }) => id)
  return z.enum(ids, messages.form.option).default(field.initial)
}

/** The schema of a format's options; what is left out has its initial value. */
export function optionsInput(fields: ExportFields) {
  const shape = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldInput(field)]))
  return z.strictObject(shape)
}

const types = exportFormats.map(({ type }) => type)
const type = z.enum(types, messages.form.option)

/** Something that the author should know about a file. */
const exportNote = z.object({
  /** The number of the slide, as 3 or 3.2; null: about the deck. */
  slide: z.string().nullable(),
  text: z.string(),
})

/** An export in answers. */
export const deckExport = z.object({
  id: z.number(),
  type,
  options: z.record(z.string(), z.union([z.boolean(), z.string()])),
  status: z.enum(['pending', 'processing', 'finished', 'failed']),
  /** Where the file is; null until it is finished. */
  url: z.string().nullable(),
  /** Slides done, and their number; 0 until it is known. */
  slide: z.number(),
  slides: z.number(),
  /** The version of the deck. */
  version: z.number(),
  /** Bytes; null until it is finished. */
  size: z.number().nullable(),
  /** Why it failed, else null. */
  error: z.string().nullable(),
  /** What the author should know, or why it failed; empty until it has ended. */
  report: z.array(exportNote),
  created_at: time,
  /** When the file will be deleted. */
  expires_at: time,
})

/** What the user may export of the deck. */
export const exportOffer = z.object({
  types: z.array(type),
  /** Whether files may have speaker notes, and hidden slides. */
  notes: z.boolean(),
  hidden: z.boolean(),
  /** Whether the deck can be synced to a file storage. */
  file_storage: z.boolean(),
})
export type ExportOffer = z.output<typeof exportOffer>

/** An export in answers, parsed. */
export type DeckExport = z.output<typeof deckExport>

const id = z.object({ id: z.string() })
const one = id.extend({ export_id: z.string().max(20) })
const base = '/api/v1/decks/:id/exports'
const asked = z.object({ type, options: z.record(z.string(), z.unknown()).default({}) })

/** Routes for exports of decks as files. Users see only their own exports. */
export const exportsContracts = {
  create: contract({
    method: 'POST',
    path: base,
    summary:
      'Starts an export of a deck as a file. The answer has its state, as the list does. The same export that is not finished yet is returned instead of a second one.',
    permission: 'deck:export',
    rate: 'export',
    params: id,
    // `type` may also stand alone.
    body: z.union([z.object({ deck_export: asked }), asked.transform((deck_export) => ({ deck_export }))]),
    output: deckExport,
    status: 201,
  }),
  list: contract({
    method: 'GET',
    path: base,
    summary: 'Lists the user’s exports of a deck from the last 24 hours, newest first, with what the user may export.',
    permission: 'deck:export',
    rate: 'read',
    params: id,
    query: z.object(pageQuery(limits.export.listed)),
    output: z.object({ ...pageOutput(deckExport), offer: exportOffer }),
  }),
  read: contract({
    method: 'GET',
    path: `${base}/:export_id`,
    summary: 'Returns the state of one of the user’s exports.',
    permission: 'deck:export',
    rate: 'read',
    params: one,
    output: deckExport,
  }),
  download: contract({
    method: 'GET',
    path: `${base}/:export_id/download`,
    summary: 'Returns the file of one of the user’s exports.',
    permission: 'deck:export',
    rate: 'read',
    params: one,
    output: 'stream',
  }),
  remove: contract({
    method: 'DELETE',
    path: `${base}/:export_id`,
    summary: 'Cancels one of the user’s exports, or deletes its file.',
    permission: 'deck:export',
    rate: 'write',
    params: one,
    output: 'empty',
  }),
}
