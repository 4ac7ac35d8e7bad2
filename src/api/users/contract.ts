import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { teamRoles } from '../../rules/permissions.ts'
import {
  validateAnalyticsId,
  validateEmail,
  validateOptionalUrl,
  validatePassword,
  validateSocialHandle,
  validateUsername,
  withScheme,
} from '../../rules/validators.ts'
import { contract } from '../contract.ts'
import { checked, flag, lookupAnswer, lookupResult, nonNegativeInt, oneLineText, shortText, time } from '../inputs.ts'
import { userSettings } from '../user-settings/contract.ts'

/** A username, in lower case as stored. */
export const username = checked(validateUsername).transform((name) => name.toLowerCase())
/** An email address, trimmed and in lower case as stored. */
export const email = z
  .string()
  .transform((address) => address.trim().toLowerCase())
  .pipe(checked(validateEmail))
/** A new password. In addition, the handler checks how easy it is to guess. */
export const newPassword = checked(validatePassword)
/** A display name; '' becomes null. One line, since names are used in mail headers. */
export const name = oneLineText(shortText(limits.account.name))
  .transform((text) => text.trim() || null)
  .nullable()
const optionalText = (schema: z.ZodType<string, string>) => schema.transform((text) => text || null).nullable()

/** A user's public data. */
export const publicUser = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string().nullable(),
  /** URL of the uploaded picture, or of one drawn from the initials. */
  thumbnail_url: z.string(),
  description: z.string().nullable(),
  site_url: z.string().nullable(),
  social_handle: z.string().nullable(),
  paid: z.boolean(),
  lite: z.boolean(),
  pro: z.boolean(),
  enterprise: z.boolean(),
  settings: userSettings,
  created_at: time,
})

/** A user's own data. */
export const ownUser = publicUser.extend({
  email: z.string(),
  analytics_id: z.string().nullable(),
  enterprise_manager: z.boolean(),
  /** The same, under the specification's name. */
  'enterprise-manager': z.boolean(),
  manually_upgraded: z.boolean(),
  operator: z.boolean(),
  team_id: z.number().nullable(),
  default_theme_id: z.number().nullable(),
  membership: z.object({ role: z.enum(teamRoles) }).nullable(),
  /** Whether an uploaded picture can be removed. */
  has_picture: z.boolean(),
  /** Whether the user can found a team with a free trial, which an account gets once. */
  team_trial: z.boolean(),
})

const password = z.string().min(1, messages.form.required)

/** The fields of a new account. */
const newUser = z.object({
  username,
  name: name.optional(),
  email,
  password: newPassword,
  /** The code in the server's log, for the first operator of an instance. */
  setup_code: z.string().trim().max(100).optional(),
})

/** The fields of the account page. Missing fields are unchanged. */
const changedUser = z.object({
  username: username.optional(),
  name: name.optional(),
  email: email.optional(),
  password: newPassword.optional(),
  /** Required to change email address or password. */
  current_password: z.string().optional(),
  /** With a new password: whether to delete all API tokens, too. */
  end_api_tokens: flag.optional(),
  description: optionalText(shortText(limits.account.description)).optional(),
  site_url: optionalText(checked(validateOptionalUrl).transform(withScheme) as z.ZodType<string, string>).optional(),
  social_handle: optionalText(checked(validateSocialHandle)).optional(),
  analytics_id: optionalText(checked(validateAnalyticsId)).optional(),
  /** The theme of new decks; null: the standard theme. */
  default_theme_id: nonNegativeInt.nullable().optional(),
})

const id = z.object({ id: z.string() })
/** The slug of the user's team, whose host serves the user's profile; null: the app's host. */
const hosted = { team_slug: z.string().nullable() }

/** Routes for users and the user's own account. */
export const usersContracts = {
  signUp: contract({
    method: 'POST',
    path: '/users',
    summary:
      'Creates an account on the free plan and signs in. 403 where sign-up is by invitation or closed. The first operator of an instance gives its setup_code.',
    permission: 'public',
    tokens: 'never',
    rate: 'write',
    body: z.object({ user: newUser }),
    output: ownUser,
    status: 201,
    transaction: 'own',
  }),
  change: contract({
    method: 'PUT',
    path: '/users',
    summary:
      'Changes the signed-in user’s account. A new e-mail or password requires the current password. A new password ends all other sessions and, if asked for, all API tokens; a new e-mail takes effect when the link sent there is opened.',
    permission: 'own:account',
    tokens: 'never',
    rate: 'write',
    body: z.object({ user: changedUser }),
    output: ownUser,
    transaction: 'own',
  }),
  destroy: contract({
    method: 'DELETE',
    path: '/users',
    summary:
      'Permanently deletes the signed-in user’s account with all its personal content. Decks of a team stay with it: its owner of longest standing gets them.',
    permission: 'own:delete-account',
    tokens: 'never',
    rate: 'write',
    body: z.object({ user: z.object({ password }) }),
    output: 'empty',
    transaction: 'own',
  }),
  lookup: contract({
    method: 'GET',
    path: '/api/v1/users/lookup',
    summary:
      'Checks a username: 204 if it is taken, 404 if it is free. With answer=body the status is 200 and the body says which.',
    permission: 'public',
    rate: 'lookup',
    query: z.object({
      id: z.string().max(200).optional(),
      username: z.string().max(200).optional(),
      answer: lookupAnswer,
    }),
    output: lookupResult,
  }),
  me: contract({
    method: 'GET',
    path: '/api/v1/users/me',
    summary: 'Returns the signed-in user’s account.',
    permission: 'own:account',
    rate: 'read',
    output: ownUser,
  }),
  read: contract({
    method: 'GET',
    path: '/api/v1/users/:id',
    summary: 'Returns a user: all fields of one’s own account, the public ones of others.',
    permission: 'public',
    rate: 'read',
    params: id,
    /**
     * With by=username the id is a username. The parameter is required for usernames, since a username may be all
     * digits.
     */
    query: z.object({ by: z.enum(['id', 'username']).default('id') }),
    output: z.union([ownUser.extend(hosted), publicUser.extend(hosted)]),
  }),
  picture: contract({
    method: 'GET',
    path: '/api/v1/users/:id/picture',
    summary: 'Returns a user’s picture as WebP, or an SVG with their initials.',
    permission: 'public',
    rate: 'read',
    params: id,
    output: 'stream',
  }),
  changePicture: contract({
    method: 'POST',
    path: '/api/v1/users/picture',
    summary: 'Sets the signed-in user’s picture: a PNG, JPG, GIF, WebP or AVIF file in any form field.',
    permission: 'own:account',
    rate: 'upload',
    input: 'multipart',
    bodyLimit: limits.upload.imageKilobytes * 1000 + 10_000,
    output: ownUser,
    transaction: 'own',
  }),
  removePicture: contract({
    method: 'DELETE',
    path: '/api/v1/users/picture',
    summary: 'Removes the signed-in user’s picture.',
    permission: 'own:account',
    rate: 'write',
    output: ownUser,
    transaction: 'own',
  }),
}
