import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { signUpModes } from '../../rules/sign-up.ts'
import { adminReason } from '../admin/contract.ts'
import { contract } from '../contract.ts'
import { oneLineText, shortText } from '../inputs.ts'

const instance = z.object({
  name: z.string(),
  /** The product's name, which the instance has without one of its own. */
  default_name: z.string(),
  logo_url: z.string().nullable(),
  sign_up: z.enum(signUpModes),
  /** The choice made here; null: SIGN_UP or the default. */
  chosen_sign_up: z.enum(signUpModes).nullable(),
  default_sign_up: z.enum(signUpModes),
  mail: z.object({ configured: z.boolean(), from: z.string() }),
  content_url: z.string().nullable(),
})

/** Routes for the instance's own settings and its self-tests. */
export const instanceContracts = {
  logo: contract({
    method: 'GET',
    path: '/api/v1/instance/logo',
    summary: 'Returns the instance’s logo as WebP, or as PNG with `as=png`; 404 without one.',
    permission: 'public',
    rate: 'read',
    query: z.object({ v: z.string().max(64).optional(), as: z.literal('png').optional() }),
    output: 'stream',
    otherSites: true,
  }),
  read: contract({
    method: 'GET',
    path: '/api/v1/admin/instance',
    summary: 'Returns the instance’s settings. For operators.',
    permission: 'operator',
    rate: 'read',
    output: instance,
  }),
  change: contract({
    method: 'PUT',
    path: '/api/v1/admin/instance',
    summary: 'Changes the instance’s name and sign-up; null restores the default. For operators.',
    permission: 'operator',
    rate: 'write',
    body: z.object({
      instance: z.object({
        name: oneLineText(shortText(limits.admin.instanceName))
          .transform((text) => text.trim() || null)
          .nullable()
          .optional(),
        sign_up: z.enum(signUpModes).nullable().optional(),
        reason: adminReason,
      }),
    }),
    output: instance,
  }),
  changeLogo: contract({
    method: 'POST',
    path: '/api/v1/admin/instance/logo',
    summary: 'Sets the instance’s logo: a PNG, JPG, GIF, WebP or AVIF file in any form field. For operators.',
    permission: 'operator',
    rate: 'upload',
    input: 'multipart',
    bodyLimit: limits.upload.imageKilobytes * 1000 + 10_000,
    output: instance,
    transaction: 'own',
  }),
  removeLogo: contract({
    method: 'DELETE',
    path: '/api/v1/admin/instance/logo',
    summary: 'Removes the instance’s logo. For operators.',
    permission: 'operator',
    rate: 'write',
    output: instance,
    transaction: 'own',
  }),
  testMail: contract({
    method: 'POST',
    path: '/api/v1/admin/instance/test_mail',
    summary: 'Sends a test mail to the operator who asks. For operators.',
    permission: 'operator',
    rate: 'self-test',
    output: z.object({ sent_to: z.string(), configured: z.boolean() }),
  }),
  testContent: contract({
    method: 'POST',
    path: '/api/v1/admin/instance/test_content',
    summary: 'Tests whether the content host leads to this instance. For operators.',
    permission: 'operator',
    rate: 'self-test',
    output: z.object({ configured: z.string(), proven: z.string(), url: z.string().nullable() }),
    transaction: 'own',
  }),
  testPayments: contract({
    method: 'POST',
    path: '/api/v1/admin/instance/test_payments',
    summary: 'Tests the keys and prices of the payment provider. For operators; 404 with billing off.',
    permission: 'operator',
    rate: 'self-test',
    output: z.object({
      /** What is wrong, each with its remedy. */
      problems: z.array(z.string()),
    }),
    transaction: 'own',
    feature: 'billing',
  }),
}
