import { z } from 'zod'
import { messages } from '../../rules/messages.ts'
import { contract } from '../contract.ts'
import { time } from '../inputs.ts'
import { ownUser } from '../users/contract.ts'

const required = z.string().min(1, messages.form.required)

/** One sign-in of the user. Its sessions on several hosts are one row. */
const sessionJson = z.object({
  id: z.string(),
  /** Whether this is the requesting session. */
  current: z.boolean(),
  user_agent: z.string(),
  /** IP address of the last use. */
  address: z.string(),
  /** The hosts that it was used on, last used first: the app's (`team` null), and those of teams. */
  places: z.array(z.object({ host: z.string(), team: z.string().nullable(), last_seen_at: time })),
  created_at: time,
  last_seen_at: time,
})

/** The answer to a right password of a user with a second step: there is no session yet. */
export const secondStepNeeded = z.object({ second_step: z.literal(true) })

/** Routes for sessions. */
export const sessionsContracts = {
  signIn: contract({
    method: 'POST',
    path: '/users/sign_in',
    summary:
      'Signs in with e-mail or username and password. Of a user with a second step, the answer is second_step: the code follows.',
    permission: 'public',
    tokens: 'never',
    rate: 'sign-in',
    body: z.object({ user: z.object({ login: required, password: required }) }),
    output: z.union([ownUser, secondStepNeeded]),
    transaction: 'own',
  }),
  secondStep: contract({
    method: 'POST',
    path: '/users/sign_in/second_step',
    summary: 'Completes signing in with a code of the authenticator app, or with a recovery code.',
    permission: 'public',
    tokens: 'never',
    rate: 'sign-in',
    body: z.object({ user: z.object({ code: required.max(100) }) }),
    output: ownUser,
    transaction: 'own',
  }),
  signOut: contract({
    method: 'DELETE',
    path: '/users/sign_out',
    summary: 'Signs out on all hosts of this session.',
    permission: 'public',
    tokens: 'never',
    rate: 'write',
    output: 'empty',
  }),
  list: contract({
    method: 'GET',
    path: '/api/v1/sessions',
    summary: 'Lists the signed-in user’s sessions.',
    permission: 'own:sessions',
    tokens: 'never',
    rate: 'read',
    output: z.object({ results: z.array(sessionJson), total: z.number(), page: z.number(), per_page: z.number() }),
  }),
  endOne: contract({
    method: 'DELETE',
    path: '/api/v1/sessions/:id',
    summary: 'Ends one of the signed-in user’s sessions.',
    permission: 'own:sessions',
    tokens: 'never',
    rate: 'write',
    params: z.object({ id: z.string() }),
    output: 'empty',
  }),
  endOthers: contract({
    method: 'DELETE',
    path: '/api/v1/sessions',
    summary: 'Ends all other sessions of the signed-in user.',
    permission: 'own:sessions',
    tokens: 'never',
    rate: 'write',
    output: 'empty',
  }),
}
