import { z } from 'zod'
import { contract } from '../contract.ts'

const base = '/api/v1/decks/:id/kudos'
const params = z.object({ id: z.string() })

/** Routes for likes. */
export const kudosContracts = {
  kudo: contract({
    method: 'POST',
    path: `${base}/kudo`,
    summary: 'Likes a deck, once per user.',
    permission: 'deck:kudo',
    rate: 'write',
    params,
    output: 'empty',
  }),
  unkudo: contract({
    method: 'POST',
    path: `${base}/unkudo`,
    summary: 'Removes the signed-in user’s like.',
    permission: 'deck:unkudo',
    rate: 'write',
    params,
    output: 'empty',
  }),
}
