import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { contract } from '../contract.ts'
import { nonNegativeInt } from '../inputs.ts'
import { savedTheme } from '../themes/contract.ts'

const base = '/api/v1/themes'

/** Routes for themes as ZIP files. */
export const themeZipsContracts = {
  download: contract({
    method: 'GET',
    path: `${base}/:id/download`,
    summary: 'Returns a theme as a ZIP with its pictures and fonts.',
    permission: 'theme:see',
    rate: 'theme-download',
    params: z.object({ id: nonNegativeInt }),
    output: 'stream',
  }),
  upload: contract({
    method: 'POST',
    path: `${base}/upload`,
    summary:
      'Creates a theme from its ZIP, as multipart/form-data. Its pictures are added to the media library, its fonts to those of the owner. If it has scripts and the user may write them, `scripts` decides about them; `ask` returns them and creates nothing.',
    permission: 'theme:create',
    rate: 'upload',
    input: 'multipart',
    // The file and the multipart overhead.
    bodyLimit: limits.upload.importKilobytes * 1000 + 100_000,
    query: z.object({ scripts: z.enum(['ask', 'take', 'leave']).default('ask') }),
    output: z.object({
      /** Null: nothing was created, since the user has to decide about the scripts. */
      theme: savedTheme.nullable(),
      /** The scripts to decide about. */
      scripts: z
        .object({ js: z.string(), scripts: z.array(z.object({ url: z.string(), integrity: z.string().nullable() })) })
        .nullable(),
      /** What was not taken as it is in the file. */
      notes: z.array(z.string()),
    }),
    transaction: 'own',
  }),
}
export type UploadedTheme = z.output<typeof themeZipsContracts.upload.output>
