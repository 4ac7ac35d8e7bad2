import { z } from 'zod'
import { contract } from '../contract.ts'

const base = '/api/v1/decks/:id/kudos'
const params = z.object({ id: z.string() })

/** The calls about liking decks. */
export const kudosContracts = {
  kudo: contract({
    method: 'POST',
    path: `${base}/kudo`,
    summary: 'Likes a deck; once for each person.',
    permission: 'deck:kudo',
    rate: 'write',
    params,
    output: 'empty',
  }),
  unkudo: contract({
    method: 'POST',
    path: `${base}/unkudo`,
    summary: 'Takes the own like back.',
    permission: 'deck:unkudo',
    rate: 'write',
    params,
    output: 'empty',
  }),
}
