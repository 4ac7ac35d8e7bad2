import { z } from 'zod'
import { contract } from '../contract.ts'

/** Route of the font list. */
export const fontsContracts = {
  list: contract({
    method: 'GET',
    path: '/api/v1/fonts',
    summary: 'Searches font families that a deck can load, by name.',
    permission: 'public',
    rate: 'read',
    output: z.object({ items: z.array(z.object({ family: z.string(), variants: z.array(z.string()) })) }),
  }),
}
