import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { contract, type OwnerPlace } from '../contract.ts'
import { shortText, time, whole } from '../inputs.ts'

/** A slide that is kept to begin others with. */
export const slideTemplate = z.object({
  id: z.number(),
  label: z.string(),
  /** One section, cleaned like a slide. Its data-id names no slide of a deck: a slide made from it takes a new one. */
  html: z.string(),
  created_at: time,
  updated_at: time,
})

const label = shortText(limits.template.label).transform((text) => text.replace(/\s+/g, ' ').trim())
const id = z.object({ id: whole })

/** The calls about the slide templates of a user or a team. */
export const slideTemplatesContractsAt = ({ base, read, change, whose }: OwnerPlace) => ({
  list: contract({
    method: 'GET',
    path: `${base}/slide_templates`,
    summary: `The ${whose} slide templates, newest first; without per_page all of them.`,
    permission: read,
    rate: 'read',
    query: z.object({ page: whole.default(1), per_page: whole.default(limits.template.count) }),
    output: z.object({
      results: z.array(slideTemplate),
      total: z.number(),
      page: z.number(),
      per_page: z.number(),
    }),
  }),
  create: contract({
    method: 'POST',
    path: `${base}/slide_templates`,
    summary: 'Keeps a slide as a template. Without a label it has the slide’s title.',
    permission: change,
    rate: 'write',
    body: z.object({ slide_template: z.object({ html: z.string(), label: label.optional() }) }),
    output: slideTemplate,
    status: 201,
    bodyLimit: limits.slide.bytes * 2,
    transaction: 'own',
  }),
  change: contract({
    method: 'PUT',
    path: `${base}/slide_templates/:id`,
    summary: 'Changes the label or the slide of a template; what is missing stays.',
    permission: change,
    rate: 'write',
    params: id,
    body: z.object({ slide_template: z.object({ html: z.string().optional(), label: label.optional() }) }),
    output: slideTemplate,
    bodyLimit: limits.slide.bytes * 2,
    transaction: 'own',
  }),
  remove: contract({
    method: 'DELETE',
    path: `${base}/slide_templates/:id`,
    summary: 'Deletes a slide template.',
    permission: change,
    rate: 'write',
    params: id,
    output: 'empty',
  }),
})

/** The calls about a user's own slide templates. */
export const slideTemplatesContracts = slideTemplatesContractsAt({
  ...{ base: '/api/v1', read: 'own:templates', change: 'own:templates', whose: 'own' },
})
