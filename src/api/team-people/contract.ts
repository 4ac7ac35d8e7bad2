import { z } from 'zod'
import { teamRoles } from '../../rules/permissions.ts'
import { contract } from '../contract.ts'
import { deck } from '../decks/contract.ts'
import { pageOutput, pageQuery } from '../paging.ts'

/** People of one page. */
const perPage = 10

/** A person of a team, with the newest decks that the requesting user may see. */
const teamPerson = z.object({
  user: z.object({
    id: z.number(),
    username: z.string(),
    name: z.string().nullable(),
    thumbnail_url: z.string(),
  }),
  /** For members only. */
  role: z.enum(teamRoles).nullable(),
  /** Number of the person's team decks that the requesting user may see. */
  deck_count: z.number(),
  decks: z.array(deck),
})

/** The calls about the people of a team. */
export const teamPeopleContracts = {
  list: contract({
    method: 'GET',
    path: '/api/v1/team/people',
    summary:
      'Returns the people of the team with their newest decks that the requesting user may see, last changed first: of the host’s team, elsewhere of the user’s own team. Members get everybody, others the people with public decks.',
    permission: 'public',
    rate: 'read',
    query: z.object(pageQuery(perPage)),
    output: z.object(pageOutput(teamPerson)),
  }),
}
