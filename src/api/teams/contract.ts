import { z } from 'zod'
import { accountMessages } from '../../rules/account-messages.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { billingPeriods } from '../../rules/prices.ts'
import { validateDomain, validateScriptUrl, validateTeamName, validateTeamSlug } from '../../rules/validators.ts'
import { contract } from '../contract.ts'
import { checked, flag, lookupAnswer, lookupResult, nonNegativeInt, oneLineText, shortText, time } from '../inputs.ts'

/** A team's slug, in lower case as stored. */
const slug = checked(validateTeamSlug).transform((text) => text.toLowerCase())
/** A team's name. One line, since it is used in mail headers. */
const name = oneLineText(checked(validateTeamName)).transform((text) => text.trim())
const period = z.enum(billingPeriods, { error: messages.form.option })

/** An optional text field; '' becomes null. */
const optional = (schema: z.ZodType<string, string>) =>
  z
    .string()
    .nullable()
    .transform((text) => text || null)
    .pipe(schema.nullable())
    .optional()

/** A team as its members see it. The fields for its managers are missing for others. */
export const team = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  /** URL of the team's host, without trailing slash. */
  url: z.string(),
  logo_url: z.string().nullable(),
  /** The team's own themes. */
  themes: z.array(z.object({ id: z.number(), name: z.string() })),
  default_theme_id: z.number().nullable(),
  account_billing_period: z.enum(billingPeriods),
  /** Price per member and billing period, in cents. */
  account_cost_per_user: z.number(),
  manually_upgraded: z.boolean(),
  allow_public_decks: z.boolean(),
  /** Whether the subscription has ended: members see the team, and owners may reactivate it. */
  ended: z.boolean(),
  created_at: time,
  domain: z.string().nullable().optional(),
  require_sso: z.boolean().optional(),
  scripts: z.array(z.string()).optional(),
  /** Whether scripts can be added: they need a content host. */
  scripts_allowed: z.boolean().optional(),
  /** Who stopped the scripts of the team's themes; null: they run where the instance allows it. */
  scripts_stopped_by: z.enum(['team', 'operator']).nullable().optional(),
  billing_address: z.string().nullable().optional(),
  /** For owners: whether the signed-in user is the only one who can act as owner. */
  last_owner: z.boolean().optional(),
  /** Slugs that the team had before; their links still work. */
  former_slugs: z.array(z.string()).optional(),
})

/** The fields of the team page. Missing fields are unchanged. */
const changedTeam = z.object({
  name: name.optional(),
  slug: slug.optional(),
  domain: optional(checked(validateDomain).transform((text) => text.toLowerCase())),
  default_theme_id: nonNegativeInt.nullable().optional(),
  allow_public_decks: flag.optional(),
  account_billing_period: period.optional(),
  require_sso: flag.optional(),
  /** https URLs, in the order in which they load. */
  scripts: z.array(checked(validateScriptUrl)).max(limits.theme.scripts, accountMessages.team.scriptsFull).optional(),
  /** Stops all scripts of the team's themes, in every deck, or lets them run again. */
  scripts_stopped: flag.optional(),
  billing_address: optional(shortText(limits.team.billingAddress)),
})

/** Routes for teams and the settings of the user's team. */
export const teamsContracts = {
  create: contract({
    method: 'POST',
    path: '/teams',
    summary:
      'Creates a team with the signed-in user as its owner. With billing, a payment token is required, and the team begins with a trial of 14 days, which an account and a card get once; with trial=false the first period is charged at once.',
    permission: 'signed-in',
    tokens: 'never',
    rate: 'write',
    body: z.object({
      team: z.object({
        name,
        slug,
        billing_period: period.default('yearly'),
        /** A payment token, as for a subscription. */
        token: z.string().max(500).optional(),
        /** Whether it begins with a free trial, which an account and a card get once. Without one it is paid at once. */
        trial: flag.default(true),
      }),
    }),
    output: team,
    status: 201,
    // Waits for the payment provider before it writes.
    transaction: 'own',
  }),
  read: contract({
    method: 'GET',
    path: '/api/v1/team',
    summary: 'Returns the signed-in user’s team; its managers get all settings.',
    permission: 'team:see',
    rate: 'read',
    output: team,
  }),
  change: contract({
    method: 'PUT',
    path: '/api/v1/team',
    summary:
      'Changes the team’s settings. Links with the earlier slug redirect to the new one. Another billing period changes the subscription, and the difference is paid at once.',
    permission: 'team:change-settings',
    // The settings include the billing period and single sign-on.
    tokens: 'never',
    rate: 'write',
    body: z.object({ team: changedTeam }),
    output: team,
    transaction: 'own',
  }),
  close: contract({
    method: 'DELETE',
    path: '/api/v1/team',
    summary:
      'Closes the team for good, confirmed by its name. The subscription ends at once, decks become personal decks of their owners (those of deactivated and former members go to the owner who closes), memberships and open invitations end. Old links to decks redirect, and the address stays taken.',
    permission: 'team:close',
    tokens: 'never',
    rate: 'write',
    body: z.object({ team: z.object({ name: z.string({ error: messages.form.required }).max(500) }) }),
    output: 'empty',
  }),
  lookup: contract({
    method: 'GET',
    path: '/api/v1/team/lookup',
    summary:
      'Checks a team’s slug: 204 if it is taken, 404 if it is free. The own team’s slugs count as free. With answer=body the status is 200 and the body says which.',
    permission: 'public',
    rate: 'lookup',
    query: z.object({
      id: z.string().max(200).optional(),
      slug: z.string().max(200).optional(),
      answer: lookupAnswer,
    }),
    output: lookupResult,
  }),
  logo: contract({
    method: 'GET',
    path: '/api/v1/teams/:id/logo',
    summary: 'Returns a team’s logo as WebP.',
    permission: 'public',
    rate: 'read',
    params: z.object({ id: z.string() }),
    output: 'stream',
  }),
  changeLogo: contract({
    method: 'POST',
    path: '/api/v1/team/logo',
    summary: 'Sets the team’s logo: a PNG, JPG, GIF, WebP or AVIF file in any form field.',
    permission: 'team:change-settings',
    rate: 'upload',
    input: 'multipart',
    bodyLimit: limits.upload.imageKilobytes * 1000 + 10_000,
    output: team,
    transaction: 'own',
  }),
  removeLogo: contract({
    method: 'DELETE',
    path: '/api/v1/team/logo',
    summary: 'Removes the team’s logo.',
    permission: 'team:change-settings',
    rate: 'write',
    output: team,
    transaction: 'own',
  }),
}
