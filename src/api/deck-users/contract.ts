import { z } from 'zod'
import { messages } from '../../rules/messages.ts'
import { collaboratorRoles } from '../../rules/permissions.ts'
import { contract } from '../contract.ts'
import { userStatuses } from '../deck-channel/messages.ts'
import { deck } from '../decks/contract.ts'
import { flag, time } from '../inputs.ts'
import { email } from '../users/contract.ts'

const role = z.enum(collaboratorRoles, { error: messages.form.option })

/** A person of a deck: its owner, or a collaborator. */
export const collaborator = z.object({
  /** The person in paths: `user_id`, or `invited-` and a number while the invitation waits. */
  id: z.string(),
  /** Null while an invitation waits to be accepted. */
  user_id: z.number().nullable(),
  role: z.enum(['owner', ...collaboratorRoles]),
  /** False while an invitation waits to be accepted. */
  active: z.boolean(),
  /** Whether the person has the deck open, and at which slide. */
  status: z.enum(userStatuses),
  slide_id: z.string().nullable(),
  /** Whether the person is the active editor. */
  editing: z.boolean(),
  name: z.string().nullable(),
  username: z.string().nullable(),
  first_name: z.string().nullable(),
  /** For the owner, admins and the person alone; else null. */
  email: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  last_seen_at: time.nullable(),
  created_at: time,
})

/** A person of a deck in answers, parsed. */
export type CollaboratorAnswer = z.output<typeof collaborator>

const id = z.object({ id: z.string() })
const person = id.extend({ user_id: z.string().max(40) })
const base = '/api/v1/decks/:id'
/** Some clients send the person along with a DELETE; it is ignored. */
const ignored = z.object({ user: z.unknown().optional() }).default({})

/** Routes for the people of a deck. */
export const deckUsersContracts = {
  makeCollaborative: contract({
    method: 'POST',
    path: `${base}/make_collaborative`,
    summary: 'Enables collaboration on a deck.',
    permission: 'deck:make-collaborative',
    rate: 'write',
    params: id,
    output: deck,
  }),
  list: contract({
    method: 'GET',
    path: `${base}/users`,
    summary:
      'Lists the people of a deck: the owner, then the collaborators in the order in which they were invited. Invitations that were not accepted yet are listed for the owner and admins.',
    permission: 'deck:list-collaborators',
    rate: 'read',
    params: id,
    output: z.object({ results: z.array(collaborator), total: z.number(), collaborative: z.boolean() }),
  }),
  read: contract({
    method: 'GET',
    path: `${base}/users/:user_id`,
    summary: 'Returns one person of a deck.',
    permission: 'deck:list-collaborators',
    rate: 'read',
    params: person,
    output: collaborator,
  }),
  invite: contract({
    method: 'POST',
    path: `${base}/users/invite`,
    summary:
      'Invites a person by e-mail. People whose account has a verified address are collaborators at once; others get a link to accept with, by a new account or theirs. A repeated invitation replaces the earlier one. With add_to_team the person is invited to the team, too: for its managers.',
    permission: 'deck:invite',
    rate: 'invitation',
    params: id,
    body: z.object({ user: z.object({ email, role: role.default('editor'), add_to_team: flag.default(false) }) }),
    output: collaborator,
    status: 201,
  }),
  change: contract({
    method: 'PUT',
    path: `${base}/users/:user_id`,
    summary: 'Changes a collaborator’s role.',
    permission: 'deck:change-role',
    rate: 'write',
    params: person,
    body: z.object({ user: z.object({ role }) }),
    output: collaborator,
  }),
  remove: contract({
    method: 'DELETE',
    path: `${base}/users/:user_id`,
    summary: 'Removes a collaborator, or withdraws an invitation. The access ends at once.',
    permission: 'deck:remove-collaborator',
    rate: 'write',
    params: person,
    body: ignored,
    output: 'empty',
  }),
  leave: contract({
    method: 'POST',
    path: `${base}/leave`,
    summary: 'Ends the signed-in user’s own collaboration on a deck.',
    permission: 'deck:leave',
    rate: 'write',
    params: id,
    output: 'empty',
  }),
  becomeEditor: contract({
    method: 'POST',
    path: `${base}/users/:user_id/become_editor`,
    summary:
      'Makes a collaborator the active editor: oneself, if the present one is offline, idle or has agreed, else 409; or another person, by the active editor.',
    permission: 'deck:become-editor',
    rate: 'write',
    params: person,
    output: collaborator,
  }),
  updateLastSeen: contract({
    method: 'PUT',
    path: `${base}/users/update_last_seen_at`,
    summary: 'Records that the signed-in user has seen the deck now.',
    permission: 'deck:update-last-seen',
    rate: 'write',
    params: id,
    output: 'empty',
  }),
}
