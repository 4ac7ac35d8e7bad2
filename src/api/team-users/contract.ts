import { z } from 'zod'
import { accountMessages } from '../../rules/account-messages.ts'
import { limits } from '../../rules/limits.ts'
import { teamRoles } from '../../rules/permissions.ts'
import { contract } from '../contract.ts'
import { nonNegativeInt, time } from '../inputs.ts'
import { pageOutput, pageQuery } from '../paging.ts'
import { teamInvitation, teamRole } from '../team-invitations/contract.ts'
import { email } from '../users/contract.ts'

/** A member of the team. */
export const teamMember = z.object({
  /** The user's id. */
  id: z.number(),
  username: z.string(),
  name: z.string().nullable(),
  email: z.string(),
  thumbnail_url: z.string(),
  role: z.enum(teamRoles),
  state: z.enum(['active', 'deactivated']),
  /** When the user joined the team. */
  created_at: time,
  deactivated_at: time.nullable(),
  /** The member's decks of the team, without those in the trash. */
  deck_count: z.number(),
})

/** A member as the search finds them. */
const foundMember = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string().nullable(),
  email: z.string(),
  thumbnail_url: z.string(),
})

const id = z.object({ id: nonNegativeInt })
const term = z.string().max(limits.search.term)
const found = z.object(pageOutput(foundMember))

/** Routes for the members of the user's team. */
export const teamUsersContracts = {
  list: contract({
    method: 'GET',
    path: '/api/v1/team/users',
    summary: 'Lists the team’s members by name, deactivated ones included. For managers.',
    permission: 'team:list-members',
    rate: 'read',
    query: z.object({ ...pageQuery(), q: term.optional(), state: z.enum(['active', 'deactivated']).optional() }),
    output: z.object({
      ...pageOutput(teamMember),
      /** The number of active members; each is a seat. */
      active: z.number(),
      /** The number of active owners; the last one stays. */
      owners: z.number(),
    }),
  }),
  create: contract({
    method: 'POST',
    path: '/api/v1/team/users',
    summary:
      'Adds a member by e-mail. A deactivated member is active again at once; all others get an invitation and are members once they accept it.',
    permission: 'team:change-members',
    rate: 'invitation',
    body: z.object({ user: z.object({ email, role: teamRole.default('member') }) }),
    output: z.object({ user: teamMember.nullable(), invitation: teamInvitation.nullable() }),
    status: 201,
  }),
  change: contract({
    method: 'PUT',
    path: '/api/v1/team/users/:id',
    summary: 'Changes a member’s role. Only owners change owners, and one owner always stays.',
    permission: 'team:change-members',
    rate: 'write',
    params: id,
    body: z.object({ user: z.object({ role: teamRole }) }),
    output: teamMember,
  }),
  remove: contract({
    method: 'DELETE',
    path: '/api/v1/team/users/:id',
    summary:
      'Ends a membership; the account stays. The member’s decks of the team are moved to the trash, or to the acting manager.',
    permission: 'team:change-members',
    rate: 'write',
    params: id,
    body: z.object({
      user: z
        .object({
          /** Required if the member has decks of the team. */
          decks: z.enum(['delete', 'move'], { error: accountMessages.team.decksUndecided }).optional(),
        })
        .default({}),
    }),
    output: 'empty',
  }),
  deactivate: contract({
    method: 'POST',
    path: '/api/v1/team/users/:id/deactivate',
    summary: 'Deactivates a member: signed out of the team everywhere, and not charged. Their decks stay.',
    permission: 'team:change-members',
    rate: 'write',
    params: id,
    output: teamMember,
  }),
  reactivate: contract({
    method: 'POST',
    path: '/api/v1/team/users/:id/reactivate',
    summary: 'Makes a deactivated member active again.',
    permission: 'team:change-members',
    rate: 'write',
    params: id,
    output: teamMember,
  }),
  search: contract({
    method: 'GET',
    path: '/api/v1/team/users/search',
    summary: 'Finds active members by name, username or e-mail. For every member.',
    permission: 'team:search-members',
    rate: 'search',
    query: z.object({ ...pageQuery(), q: term.default('') }),
    output: found,
  }),
  searchByPost: contract({
    method: 'POST',
    path: '/api/v1/team/users/search',
    summary: 'The same search, with the term in the body.',
    permission: 'team:search-members',
    rate: 'search',
    body: z.object({ ...pageQuery(), q: term.default('') }),
    output: found,
  }),
}
