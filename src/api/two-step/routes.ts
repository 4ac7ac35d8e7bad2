import { accountMessages } from '../../rules/account-messages.ts'
import { audit } from '../../server/audit.ts'
import type { Db } from '../../server/db/open-database.ts'
import { invalid } from '../../server/http/http-error.ts'
import { twoStepChangedMail } from '../account-emails/emails.ts'
import { type Context, type Route, route } from '../route.ts'
import { proveCurrentPassword } from '../users/prove-password.ts'
import { hashRecoveryCode, newRecoveryCodes, newSecret, otpauthUrl, sealSecret } from './codes.ts'
import { twoStepContracts as contracts } from './contract.ts'
import { withCode } from './prove-code.ts'
import { wrongCode } from './prove-owner.ts'
import {
  authenticatorOf,
  beginAuthenticator,
  confirmAuthenticator,
  countRecoveryCodes,
  deleteSecondStep,
  hasSecondStep,
  replaceRecoveryCodes,
} from './queries.ts'

/** Time to confirm an app after its setup began, in ms. */
const setupLife = 60 * 60_000

async function read({ db, user }: Context<typeof contracts.read>) {
  const row = await authenticatorOf(db, user.id)
  return { enabled_at: row?.confirmed_at ?? null, recovery_codes_left: await countRecoveryCodes(db, user.id) }
}

async function begin({ body, user, services, transaction }: Context<typeof contracts.begin>) {
  await proveCurrentPassword(services, user, body.two_step.current_password, 'current_password')
  const secret = newSecret()
  const row = { user_id: user.id, secret_sealed: sealSecret(services, secret), created_at: services.now() }
  if (!(await transaction((trx) => beginAuthenticator(trx, row))))
    throw invalid('base', accountMessages.twoStep.enabled)
  return { secret, url: await otpauthUrl(services, user, secret) }
}

/** Stores new recovery codes and returns them. */
async function renew(trx: Db, context: Pick<Context, 'services'>, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(userId, code))
  await replaceRecoveryCodes(trx, userId, { hashes, now: context.services.now() })
  return codes
}

async function confirm(context: Context<typeof contracts.confirm>) {
  const { body, user, services, request } = context
  const setUp = await authenticatorOf(services.database.read, user.id)
  const since = services.now().getTime() - setupLife
  if (!setUp || setUp.confirmed_at || setUp.created_at.getTime() < since) {
    throw invalid('base', accountMessages.twoStep.beginAgain)
  }
  const recovery_codes = await withCode(services, {
    ...{ user, code: body.two_step.code, unconfirmed: true, refused: wrongCode },
    perform: async (trx) => {
      if (!(await confirmAuthenticator(trx, user.id, services.now())))
        throw invalid('base', accountMessages.twoStep.enabled)
      const codes = await renew(trx, context, user.id)
      await services.mail.send(trx, twoStepChangedMail(user, true, services.settings.baseUrl))
      const entry = { actorId: user.id, action: 'second-step.enable', resource: `user:${user.id}` }
      await audit(trx, services, request, entry)
      return codes
    },
  })
  return { recovery_codes }
}

/** Throws unless the second step is on, and the password is right. The code is checked afterward, with the change. */
async function proveBoth({
  body,
  user,
  services,
}: Pick<Context<typeof contracts.disable>, 'body' | 'user' | 'services'>): Promise<void> {
  if (!(await hasSecondStep(services.database.read, user.id))) throw invalid('base', accountMessages.twoStep.disabled)
  await proveCurrentPassword(services, user, body.two_step.current_password, 'current_password')
}

async function renewCodes(context: Context<typeof contracts.renewCodes>) {
  const { body, user, services, request } = context
  await proveBoth(context)
  const recovery_codes = await withCode(services, {
    ...{ user, code: body.two_step.code, refused: wrongCode },
    perform: async (trx) => {
      const entry = { actorId: user.id, action: 'second-step.recovery-codes', resource: `user:${user.id}` }
      await audit(trx, services, request, entry)
      return renew(trx, context, user.id)
    },
  })
  return { recovery_codes }
}

async function disable(context: Context<typeof contracts.disable>): Promise<undefined> {
  const { body, user, services, request } = context
  await proveBoth(context)
  await withCode(services, {
    ...{ user, code: body.two_step.code, refused: wrongCode },
    perform: async (trx, by) => {
      await deleteSecondStep(trx, user.id)
      await services.mail.send(trx, twoStepChangedMail(user, false, services.settings.baseUrl))
      const entry = { actorId: user.id, action: 'second-step.disable', resource: `user:${user.id}`, detail: { by } }
      await audit(trx, services, request, entry)
    },
  })
  return undefined
}

/** Handlers of the routes for the second step of signing in. */
export const twoStepRoutes: readonly Route[] = [
  route(contracts.read, read),
  route(contracts.begin, begin),
  route(contracts.confirm, confirm),
  route(contracts.renewCodes, renewCodes),
  route(contracts.disable, disable),
]
