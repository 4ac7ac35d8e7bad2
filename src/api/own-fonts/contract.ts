import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { fontFormats } from '../../rules/own-fonts.ts'
import { contract, type OwnerPlace } from '../contract.ts'
import { nonNegativeInt, time } from '../inputs.ts'
import { pageOutput, pageQuery } from '../paging.ts'

/** A font as documents draw with it; see OwnFont in rules/own-fonts.ts. */
const drawnFont = z.object({
  family: z.string(),
  url: z.string(),
  format: z.enum(fontFormats),
  weight_min: z.number(),
  weight_max: z.number(),
  style: z.enum(['normal', 'italic']),
  embeddable: z.boolean(),
})

/** A font file of a user or a team. */
export const ownFont = drawnFont.extend({ id: z.number(), size: z.number(), created_at: time })
const id = z.object({ id: nonNegativeInt })

/** Routes for the fonts of a user or team. */
export const ownFontsContractsAt = ({ base, read, change, whose }: OwnerPlace) => ({
  list: contract({
    method: 'GET',
    path: `${base}/own_fonts`,
    summary: `Lists the ${whose} uploaded fonts, by family. Without per_page it returns all.`,
    permission: read,
    rate: 'read',
    query: z.object(pageQuery(limits.font.count)),
    output: z.object(pageOutput(ownFont)),
  }),
  upload: contract({
    method: 'POST',
    path: `${base}/own_fonts`,
    summary:
      'Uploads one font (WOFF2, WOFF, TTF or OTF) as multipart/form-data. It replaces the one with the same family, weight and style.',
    permission: change,
    rate: 'upload',
    input: 'multipart',
    // The font and the multipart overhead.
    bodyLimit: limits.font.kilobytes * 1000 + 100_000,
    output: ownFont,
    status: 201,
    transaction: 'own',
  }),
  remove: contract({
    method: 'DELETE',
    path: `${base}/own_fonts/:id`,
    summary: 'Permanently deletes a font. Text in it is shown in another one.',
    permission: change,
    rate: 'write',
    params: id,
    output: 'empty',
  }),
})

/** Routes for the fonts of the user's team: members read, managers change. */
export const teamFontsContracts = ownFontsContractsAt({
  ...{ base: '/api/v1/team', read: 'team:read-media', change: 'team:change-media', whose: 'team’s' },
})

/** Routes for a user's own fonts. */
export const ownFontsContracts = ownFontsContractsAt({
  ...{ base: '/api/v1', read: 'own:media', change: 'own:media', whose: 'user’s' },
})
