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
import { checked, lookedUp, lookupAnswer, oneLineText, shortText, time } from '../inputs.ts'
import { userSettings } from '../user-settings/contract.ts'

/** A username as it is kept: names are compared in lower case. */
export const username = checked(validateUsername).transform((name) => name.toLowerCase())
/** An e-mail address as it is kept. */
export const email = z
  .string()
  .transform((address) => address.trim().toLowerCase())
  .pipe(checked(validateEmail))
/** A new password; how easy it is to guess is looked at by the handler. */
export const newPassword = checked(validatePassword)
/** A given name; empty becomes null. One line: names stand in the headers of mails. */
export const name = oneLineText(shortText(limits.account.name))
  .transform((text) => text.trim() || null)
  .nullable()
const optionalText = (schema: z.ZodType<string, string>) => schema.transform((text) => text || null).nullable()

/** What everybody sees of a person. */
export const publicUser = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string().nullable(),
  /** The person's picture, or one drawn from their initials. */
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

/** What people see of themselves. */
export const ownUser = publicUser.extend({
  email: z.string(),
  analytics_id: z.string().nullable(),
  enterprise_manager: z.boolean(),
  manually_upgraded: z.boolean(),
  operator: z.boolean(),
  team_id: z.number().nullable(),
  default_theme_id: z.number().nullable(),
  membership: z.object({ role: z.enum(teamRoles) }).nullable(),
  /** Whether there is a picture that can be removed. */
  has_picture: z.boolean(),
})

const password = z.string().min(1, messages.form.required)

/** The fields of a new account. */
export const newUser = z.object({ username, name: name.optional(), email, password: newPassword })

/** The fields of the account page; what is missing stays as it is. */
export const changedUser = z.object({
  username: username.optional(),
  name: name.optional(),
  email: email.optional(),
  password: newPassword.optional(),
  /** Needed with a new e-mail or a new password. */
  current_password: z.string().optional(),
  description: optionalText(shortText(limits.account.description)).optional(),
  site_url: optionalText(checked(validateOptionalUrl).transform(withScheme) as z.ZodType<string, string>).optional(),
  social_handle: optionalText(checked(validateSocialHandle)).optional(),
  analytics_id: optionalText(checked(validateAnalyticsId)).optional(),
})

const id = z.object({ id: z.string() })

/** The calls about people and the own account. */
export const usersContracts = {
  signUp: contract({
    method: 'POST',
    path: '/users',
    summary: 'Creates an account on the free plan and signs in.',
    permission: 'public',
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
      'Changes the own account. A new e-mail or password needs the current password and ends all other sessions.',
    permission: 'own:account',
    rate: 'write',
    body: z.object({ user: changedUser }),
    output: ownUser,
    transaction: 'own',
  }),
  destroy: contract({
    method: 'DELETE',
    path: '/users',
    summary: 'Deletes the own account with everything in it, for good.',
    permission: 'own:delete-account',
    rate: 'write',
    body: z.object({ user: z.object({ password }) }),
    output: 'empty',
    transaction: 'own',
  }),
  lookup: contract({
    method: 'GET',
    path: '/api/v1/users/lookup',
    summary: 'Whether a username is taken: 204 when it is, 404 when it is free; with answer=body 200 and which.',
    permission: 'public',
    rate: 'lookup',
    query: z.object({
      id: z.string().max(200).optional(),
      username: z.string().max(200).optional(),
      answer: lookupAnswer,
    }),
    output: lookedUp,
  }),
  me: contract({
    method: 'GET',
    path: '/api/v1/users/me',
    summary: 'The own account.',
    permission: 'own:account',
    rate: 'read',
    output: ownUser,
  }),
  read: contract({
    method: 'GET',
    path: '/api/v1/users/:id',
    summary: 'A person; of oneself all of it, of others what everybody may see.',
    permission: 'public',
    rate: 'read',
    params: id,
    /** With by=username the id is a username; a name may be all digits, so it must be said. */
    query: z.object({ by: z.enum(['id', 'username']).default('id') }),
    output: z.union([ownUser, publicUser]),
  }),
  picture: contract({
    method: 'GET',
    path: '/api/v1/users/:id/picture',
    summary: 'A person’s picture as WebP, or one drawn from their initials as SVG.',
    permission: 'public',
    rate: 'read',
    params: id,
    output: 'stream',
  }),
  changePicture: contract({
    method: 'POST',
    path: '/api/v1/users/picture',
    summary: 'Puts a new picture of oneself: a PNG, JPG, GIF, WebP or AVIF file in any field of a form.',
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
    summary: 'Takes the own picture away.',
    permission: 'own:account',
    rate: 'write',
    output: ownUser,
    transaction: 'own',
  }),
}
