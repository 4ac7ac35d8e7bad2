import { z } from 'zod'
import { accountMessages } from '../../rules/account-messages.ts'
import { limits } from '../../rules/limits.ts'
import { teamRoles } from '../../rules/permissions.ts'
import { plans } from '../../rules/plans.ts'
import { visibilities } from '../../rules/visibilities.ts'
import { contract } from '../contract.ts'
import { flag, shortText, time } from '../inputs.ts'
import { pageOutput, pageQuery } from '../paging.ts'

/** Why an operator does something: stored in the audit log, and shown to the owner of what is suspended. */
export const adminReason = z
  .string()
  .transform((text) => text.trim())
  .pipe(shortText(limits.admin.reason).min(limits.admin.reasonMin, accountMessages.admin.reasonMissing))

const id = z.object({ id: z.string() })
const reasonOnly = z.object({ change: z.object({ reason: adminReason }) })
const search = z.string().max(limits.admin.search).default('')
const suspension = { suspended_at: time.nullable(), suspension_reason: z.string().nullable() }

const counts = <K extends string>(...names: readonly K[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.number()])) as Record<K, z.ZodNumber>)

const adminUser = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string().nullable(),
  email: z.string(),
  plan: z.enum(plans),
  /** A plan that an operator gave; null: none. */
  manual_plan: z.enum(plans).nullable(),
  operator: z.boolean(),
  /** The demo account cannot become operator. */
  demo: z.boolean(),
  team: z.object({ slug: z.string(), role: z.enum(teamRoles).nullable() }).nullable(),
  decks: z.number(),
  created_at: time,
  ...suspension,
})

const adminTeam = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  plan: z.enum(plans),
  manually_upgraded: z.boolean(),
  members: z.number(),
  decks: z.number(),
  /** Who stopped the scripts of its themes; null: they run. */
  scripts_stopped_by: z.enum(['team', 'operator']).nullable(),
  created_at: time,
  /** Set once an owner has closed it. */
  closed_at: time.nullable(),
})

const adminDeck = z.object({
  id: z.number(),
  title: z.string(),
  slug: z.string().nullable(),
  username: z.string(),
  visibility: z.enum(visibilities),
  views: z.number(),
  open_reports: z.number(),
  trashed: z.boolean(),
  updated_at: time,
  ...suspension,
})

/** Routes of the operator's console about users, teams and decks. */
export const adminContracts = {
  overview: contract({
    method: 'GET',
    path: '/api/v1/admin/overview',
    summary: 'Counts what is on the instance. For operators.',
    permission: 'operator',
    rate: 'read',
    output: z.object({
      users: counts('total', 'recent', 'suspended', 'operators'),
      teams: counts('total', 'upgraded'),
      decks: counts('total', 'recent', 'public', 'suspended'),
      reports: counts('open'),
      jobs: counts('waiting', 'running', 'failed'),
      /** `configured`: whether a mail server is set up. */
      mails: counts('waiting', 'failed').extend({ configured: z.boolean() }),
      /** Bytes of uploaded files. */
      storage: z.number(),
    }),
  }),
  users: contract({
    method: 'GET',
    path: '/api/v1/admin/users',
    summary: 'Lists and searches users. For operators.',
    permission: 'operator',
    rate: 'read',
    query: z.object({
      search,
      show: z.enum(['all', 'suspended', 'operators', 'manual']).default('all'),
      ...pageQuery(),
    }),
    output: z.object(pageOutput(adminUser)),
  }),
  suspendUser: contract({
    method: 'POST',
    path: '/api/v1/admin/users/:id/suspension',
    summary: 'Suspends a user: all sessions end, and signing in shows the reason. For operators.',
    permission: 'operator',
    rate: 'write',
    params: id,
    body: reasonOnly,
    output: 'empty',
  }),
  restoreUser: contract({
    method: 'DELETE',
    path: '/api/v1/admin/users/:id/suspension',
    summary: 'Restores a suspended user. For operators.',
    permission: 'operator',
    rate: 'write',
    params: id,
    body: reasonOnly,
    output: 'empty',
  }),
  changeUserPlan: contract({
    method: 'PUT',
    path: '/api/v1/admin/users/:id/plan',
    summary: 'Gives a user a plan by hand, or takes it back with null. For operators.',
    permission: 'operator',
    rate: 'write',
    params: id,
    body: z.object({ change: z.object({ plan: z.enum(plans).nullable(), reason: adminReason }) }),
    output: 'empty',
  }),
  changeOperator: contract({
    method: 'PUT',
    path: '/api/v1/admin/users/:id/operator',
    summary: 'Makes a user an operator, or ends it. For operators.',
    permission: 'operator',
    rate: 'write',
    params: id,
    body: z.object({ change: z.object({ operator: flag, reason: adminReason }) }),
    output: 'empty',
  }),
  teams: contract({
    method: 'GET',
    path: '/api/v1/admin/teams',
    summary: 'Lists and searches teams. For operators.',
    permission: 'operator',
    rate: 'read',
    query: z.object({ search, ...pageQuery() }),
    output: z.object(pageOutput(adminTeam)),
  }),
  changeTeamPlan: contract({
    method: 'PUT',
    path: '/api/v1/admin/teams/:id/plan',
    summary: 'Upgrades a team by hand, or ends it. For operators.',
    permission: 'operator',
    rate: 'write',
    params: id,
    body: z.object({ change: z.object({ upgraded: flag, reason: adminReason }) }),
    output: 'empty',
  }),
  changeTeamScripts: contract({
    method: 'PUT',
    path: '/api/v1/admin/teams/:id/scripts',
    summary:
      'Stops the scripts of a team’s themes in all decks, which the team cannot undo, or lets them run again. For operators.',
    permission: 'operator',
    rate: 'write',
    params: id,
    body: z.object({ change: z.object({ stopped: flag, reason: adminReason }) }),
    output: 'empty',
  }),
  decks: contract({
    method: 'GET',
    path: '/api/v1/admin/decks',
    summary: 'Lists and searches decks. For operators, who see the content of suspended decks only.',
    permission: 'operator',
    rate: 'read',
    query: z.object({ search, show: z.enum(['all', 'suspended', 'reported']).default('all'), ...pageQuery() }),
    output: z.object(pageOutput(adminDeck)),
  }),
  suspendDeck: contract({
    method: 'POST',
    path: '/api/v1/admin/decks/:id/suspension',
    summary: 'Suspends a deck: only its owner, who reads the reason, and operators see it. For operators.',
    permission: 'operator',
    rate: 'write',
    params: id,
    body: reasonOnly,
    output: 'empty',
  }),
  restoreDeck: contract({
    method: 'DELETE',
    path: '/api/v1/admin/decks/:id/suspension',
    summary: 'Restores a suspended deck. For operators.',
    permission: 'operator',
    rate: 'write',
    params: id,
    body: reasonOnly,
    output: 'empty',
  }),
}
