import { z } from 'zod'
import { contract } from '../contract.ts'

/** The call about fonts. */
export const fontsContracts = {
  list: contract({
    method: 'GET',
    path: '/api/v1/fonts',
    summary: 'Font families that can be loaded into a deck, by name.',
    permission: 'public',
    rate: 'read',
    output: z.object({ items: z.array(z.object({ family: z.string(), variants: z.array(z.string()) })) }),
  }),
}
