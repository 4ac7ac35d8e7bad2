import { z } from 'zod'
import { contract } from '../contract.ts'
import { deck } from '../decks/contract.ts'
import { pageOutput, pageQuery } from '../paging.ts'

/** The calls about a team's decks. */
export const teamDecksContracts = {
  list: contract({
    method: 'GET',
    path: '/api/v1/team/decks',
    summary:
      'Returns the decks of the team that the requesting user may see, last changed first: of the host’s team, elsewhere of the user’s own team. `user`: only decks of this username.',
    permission: 'public',
    rate: 'read',
    query: z.object({ user: z.string().max(100).optional(), ...pageQuery() }),
    output: z.object(pageOutput(deck)),
  }),
}
