import { z } from 'zod'
import { messages } from '../../rules/messages.ts'
import { contract } from '../contract.ts'
import { time } from '../inputs.ts'
import { ownUser } from '../users/contract.ts'

const required = z.string().min(1, messages.form.required)

/** A place where somebody is signed in. One sign-in may have opened sessions on several hosts; they are one row. */
export const sessionJson = z.object({
  id: z.string(),
  /** Whether the asker uses this one. */
  current: z.boolean(),
  user_agent: z.string(),
  address: z.string(),
  created_at: time,
  last_seen_at: time,
})

/** The calls about signing in and out. */
export const sessionsContracts = {
  signIn: contract({
    method: 'POST',
    path: '/users/sign_in',
    summary: 'Signs in with e-mail or username and password.',
    permission: 'public',
    rate: 'sign-in',
    body: z.object({ user: z.object({ login: required, password: required }) }),
    output: ownUser,
    transaction: 'own',
  }),
  signOut: contract({
    method: 'DELETE',
    path: '/users/sign_out',
    summary: 'Signs out, on all hosts that this sign-in reached.',
    permission: 'public',
    rate: 'write',
    output: 'empty',
  }),
  list: contract({
    method: 'GET',
    path: '/api/v1/sessions',
    summary: 'Where the asker is signed in.',
    permission: 'own:sessions',
    rate: 'read',
    output: z.object({ results: z.array(sessionJson), total: z.number(), page: z.number(), per_page: z.number() }),
  }),
  endOne: contract({
    method: 'DELETE',
    path: '/api/v1/sessions/:id',
    summary: 'Signs one of the own devices out.',
    permission: 'own:sessions',
    rate: 'write',
    params: z.object({ id: z.string() }),
    output: 'empty',
  }),
  endOthers: contract({
    method: 'DELETE',
    path: '/api/v1/sessions',
    summary: 'Signs out everywhere else.',
    permission: 'own:sessions',
    rate: 'write',
    output: 'empty',
  }),
}
