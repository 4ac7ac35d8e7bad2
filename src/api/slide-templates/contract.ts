import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { defaultSlideSize } from '../../rules/slide-size.ts'
import { validateSlideSize } from '../../rules/validators.ts'
import { contract, type OwnerPlace } from '../contract.ts'
import { checked, nonNegativeInt, shortText, time } from '../inputs.ts'
import { pageOutput, pageQuery } from '../paging.ts'

/** A slide template. */
export const slideTemplate = z.object({
  id: z.number(),
  label: z.string(),
  /** One section, sanitized like a slide. Slides made from it get a new data-id. */
  html: z.string(),
  /** The size of the slides that it was made for, such as 1280x720. */
  slide_size: z.string(),
  /** The themes it is limited to. Empty: it is available with all themes. */
  theme_ids: z.array(z.number()),
  created_at: time,
  updated_at: time,
})

const label = shortText(limits.template.label).transform((text) => text.replace(/\s+/g, ' ').trim())
const slideSize = checked(validateSlideSize)
const id = z.object({ id: nonNegativeInt })

/** Routes for the slide templates of a user or team. */
export const slideTemplatesContractsAt = ({ base, read, change, whose }: OwnerPlace) => ({
  list: contract({
    method: 'GET',
    path: `${base}/slide_templates`,
    summary: `Lists the ${whose} slide templates, in their order, new ones first. Without per_page it returns all.`,
    permission: read,
    rate: 'read',
    query: z.object(pageQuery(limits.template.count)),
    output: z.object(pageOutput(slideTemplate)),
  }),
  create: contract({
    method: 'POST',
    path: `${base}/slide_templates`,
    summary: 'Creates a slide template. The label defaults to the slide’s title.',
    permission: change,
    rate: 'write',
    body: z.object({
      slide_template: z.object({
        html: z.string(),
        label: label.optional(),
        slide_size: slideSize.default(defaultSlideSize),
      }),
    }),
    output: slideTemplate,
    status: 201,
    bodyLimit: limits.slide.bytes * 2,
    transaction: 'own',
  }),
  change: contract({
    method: 'PUT',
    path: `${base}/slide_templates/:id`,
    summary: 'Changes the label or slide of a template. Missing fields are unchanged.',
    permission: change,
    rate: 'write',
    params: id,
    body: z.object({
      slide_template: z.object({
        html: z.string().optional(),
        label: label.optional(),
        slide_size: slideSize.optional(),
      }),
    }),
    output: slideTemplate,
    bodyLimit: limits.slide.bytes * 2,
    transaction: 'own',
  }),
  order: contract({
    method: 'PUT',
    path: `${base}/slide_templates/order`,
    summary: 'Sets the order of the templates. Those that are not listed follow.',
    permission: change,
    rate: 'write',
    body: z.object({
      slide_template_ids: z
        .array(nonNegativeInt)
        .min(1)
        .max(limits.template.count)
        .refine((ids) => new Set(ids).size === ids.length, messages.template.otherTemplates),
    }),
    output: 'empty',
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

/** Routes for the slide templates of the user's team: members read, managers change. */
export const teamSlideTemplatesContracts = slideTemplatesContractsAt({
  ...{ base: '/api/v1/team', read: 'team:read-templates', change: 'team:change-templates', whose: 'team’s' },
})

/** Routes for a user's own slide templates. */
export const slideTemplatesContracts = slideTemplatesContractsAt({
  ...{ base: '/api/v1', read: 'own:templates', change: 'own:templates', whose: 'user’s' },
})
