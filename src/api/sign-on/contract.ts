import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { proofMailboxes, validateIssuer } from '../../rules/sign-on.ts'
import { validateDomain } from '../../rules/validators.ts'
import { contract } from '../contract.ts'
import { checked, oneLineText, shortText, time } from '../inputs.ts'
import { codeIfOn } from '../two-step/contract.ts'

/** A domain of a team, with what proves it. */
const teamDomain = z.object({
  domain: z.string(),
  proven_at: time.nullable(),
  /** The DNS record that proves it. */
  record: z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() }),
  /** When a code was last sent to the domain. */
  mail_sent_at: time.nullable(),
})

/** The single sign-on of a team. The client secret is in no answer. */
export const teamSignOn = z.object({
  issuer: z.string().nullable(),
  client_id: z.string().nullable(),
  has_secret: z.boolean(),
  /** To enter at the provider. */
  redirect_uri: z.string(),
  require_sso: z.boolean(),
  domains: z.array(teamDomain),
})

const required = z.string().trim().min(1, messages.form.required)
const issuer = oneLineText(checked(validateIssuer))
const domainParams = z.object({ domain: z.string().max(limits.team.domain) })

/** An identity that is linked to the signed-in user's account. */
const identity = z.object({
  id: z.number(),
  issuer: z.string(),
  email: z.string().nullable(),
  created_at: time,
  last_used_at: time.nullable(),
})

const managed = { permission: 'team:change-settings', tokens: 'never' } as const

/** Routes for the single sign-on of a team, and for the identities of an account. */
export const signOnContracts = {
  read: contract({
    method: 'GET',
    path: '/api/v1/team/sign_on',
    summary: 'Returns the team’s single sign-on: its provider and its domains.',
    ...managed,
    rate: 'read',
    output: teamSignOn,
  }),
  change: contract({
    method: 'PUT',
    path: '/api/v1/team/sign_on',
    summary: 'Sets the team’s OpenID provider, after it has answered. Without client_secret the stored one is kept.',
    ...managed,
    rate: 'sign-on-settings',
    body: z.object({
      sign_on: z.object({
        issuer,
        client_id: required.max(limits.signOn.clientId),
        client_secret: shortText(limits.signOn.clientSecret).optional(),
      }),
    }),
    output: teamSignOn,
    transaction: 'own',
  }),
  test: contract({
    method: 'POST',
    path: '/api/v1/team/sign_on/test',
    summary: 'Asks the team’s provider for its metadata. An error says why it cannot be used.',
    ...managed,
    rate: 'sign-on-settings',
    output: 'empty',
    transaction: 'own',
  }),
  remove: contract({
    method: 'DELETE',
    path: '/api/v1/team/sign_on',
    summary: 'Removes the team’s provider. Members sign in with their passwords again.',
    ...managed,
    rate: 'write',
    output: teamSignOn,
  }),
  addDomain: contract({
    method: 'POST',
    path: '/api/v1/team/sign_on/domains',
    summary: 'Adds a domain of the members’ addresses. It counts once it is proven.',
    ...managed,
    rate: 'write',
    body: z.object({ domain: z.object({ domain: checked(validateDomain) }) }),
    output: teamSignOn,
    status: 201,
  }),
  removeDomain: contract({
    method: 'DELETE',
    path: '/api/v1/team/sign_on/domains/:domain',
    summary: 'Removes a domain. Accounts of its addresses stay.',
    ...managed,
    rate: 'write',
    params: domainParams,
    output: teamSignOn,
  }),
  checkDomain: contract({
    method: 'POST',
    path: '/api/v1/team/sign_on/domains/:domain/check',
    summary: 'Looks for the DNS record that proves a domain.',
    ...managed,
    rate: 'sign-on-settings',
    params: domainParams,
    output: teamSignOn,
    transaction: 'own',
  }),
  mailCode: contract({
    method: 'POST',
    path: '/api/v1/team/sign_on/domains/:domain/mail',
    summary: 'Mails a code that proves a domain to postmaster or admin of it. The code is valid for a day.',
    ...managed,
    rate: 'sign-on-settings',
    params: domainParams,
    body: z.object({ mailbox: z.enum(proofMailboxes, { error: messages.form.option }) }),
    output: teamSignOn,
  }),
  confirmCode: contract({
    method: 'POST',
    path: '/api/v1/team/sign_on/domains/:domain/confirm',
    summary: 'Proves a domain with the code of the mail.',
    ...managed,
    rate: 'sign-on-settings',
    params: domainParams,
    body: z.object({ code: required.max(100) }),
    output: teamSignOn,
  }),
  identities: contract({
    method: 'GET',
    path: '/api/v1/identities',
    summary: 'Lists the signed-in user’s identities at providers, and the providers that can be linked.',
    permission: 'own:account',
    tokens: 'never',
    rate: 'read',
    output: z.object({
      results: z.array(identity),
      providers: z.array(z.object({ id: z.enum(['team', 'instance']), name: z.string(), issuer: z.string() })),
    }),
  }),
  link: contract({
    method: 'POST',
    path: '/api/v1/identities',
    summary:
      'Begins to link an identity to the account, with the password and, with two-step sign-in, a code. The answer is the provider’s URL to open.',
    permission: 'own:account',
    tokens: 'never',
    rate: 'sign-on-settings',
    body: z.object({
      identity: z.object({
        provider: z.enum(['team', 'instance']),
        password: z.string().optional(),
        code: codeIfOn,
      }),
    }),
    output: z.object({ url: z.string() }),
    transaction: 'own',
  }),
  unlink: contract({
    method: 'DELETE',
    path: '/api/v1/identities/:id',
    summary: 'Removes an identity from the account, with the password.',
    permission: 'own:account',
    tokens: 'never',
    rate: 'write',
    params: z.object({ id: z.string() }),
    body: z.object({ identity: z.object({ password: z.string().optional() }) }),
    output: 'empty',
    transaction: 'own',
  }),
}
