import { accountMessages } from '../../rules/account-messages.ts'
import { signOnProblems } from '../../rules/sign-on.ts'
import { codeTries } from '../../rules/two-step.ts'
import { audit } from '../../server/audit.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { endSession, openSession, type UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import type { Context } from '../route.ts'
import { requireMember, SignOnRefused } from '../sign-on/find-account.ts'
import { withCode } from '../two-step/prove-code.ts'
import { userById } from '../users/queries.ts'
import { forgetSecondStep, secondStepOf } from './begin-sign-in.ts'
import { type ChallengeRow, consumeChallenge, countTry } from './challenges.ts'
import { checkMember } from './check-member.ts'
import type { sessionsContracts } from './contract.ts'

/** The 401 after which signing in begins again. */
function beginAgain(message: string = accountMessages.twoStep.signInAgain): HttpError {
  return new HttpError(401, message, { extra: { begin_again: true } })
}

/** Throws if the membership by which a team's provider signed the user in has ended since. */
async function checkSignOn({ database }: Services, { user_id, sign_on_team_id }: ChallengeRow): Promise<void> {
  try {
    await requireMember(database.read, Number(user_id), sign_on_team_id)
  } catch (error) {
    throw error instanceof SignOnRefused ? beginAgain(signOnProblems[error.problem]) : error
  }
}

/** Completes signing in with a code of the app, or with a recovery code. */
export async function completeSignIn(context: Context<typeof sessionsContracts.secondStep>): Promise<UserRow> {
  const { body, services, request, reply, session } = context
  const challenge = await secondStepOf(services, request)
  const found = challenge ? await userById(services.database.read, String(challenge.user_id)) : undefined
  if (!challenge || !found?.active) throw beginAgain()
  // Again, as at the password: the membership may have ended since, and the cookie may have been copied to this host.
  await checkMember(context, found)
  await checkSignOn(services, challenge)
  const { sign_on_team_id } = challenge
  const resource = `user:${found.id}`
  const origin = sign_on_team_id === null ? {} : { team: sign_on_team_id }
  const user = await withCode(services, {
    ...{ user: found, code: body.user.code },
    perform: async (trx, by) => {
      if (!(await consumeChallenge(trx, challenge.id_hash, 'second-step', services.now()))) throw beginAgain()
      if (session) await endSession(trx, services, reply, session)
      await openSession(trx, services, request, reply, found.id, { sign_on_team_id })
      const detail = { by, ...origin }
      await audit(trx, services, request, { actorId: found.id, action: 'sign-in', resource, detail })
      return found
    },
    refused: async () => {
      await countTry(services.database.write, challenge.id_hash, codeTries)
      await audit(services.database.write, services, request, { actorId: null, action: 'sign-in.fail', resource })
      return (await secondStepOf(services, request))
        ? new HttpError(401, accountMessages.twoStep.wrongCode, {
            fields: { code: [accountMessages.twoStep.wrongCode] },
          })
        : beginAgain()
    },
  })
  forgetSecondStep(services, reply)
  // Uncounts the successful attempt, as for passwords.
  await services.limits.refund('sign-in', request.ip)
  return user
}
