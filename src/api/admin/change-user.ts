import { accountMessages } from '../../rules/account-messages.ts'
import { demoAccount } from '../../rules/demo-account.ts'
import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { endOtherSessions, type UserRow } from '../../server/http/session.ts'
import { settlePlan } from '../plans/settle-plan.ts'
import type { Context } from '../route.ts'
import type { adminContracts as contracts } from './contract.ts'
import { adminUserById } from './queries.ts'

type Change = 'suspendUser' | 'restoreUser' | 'changeUserPlan' | 'changeOperator'
type ChangeContext = Context<(typeof contracts)[Change]>

/** Locks the operators, so that two of them cannot end each other's rights at the same moment. */
async function lockOperators({ db, services, user }: ChangeContext): Promise<void> {
  const operators = await db
    .selectFrom('users')
    .select(['id', 'active'])
    .where('operator', '=', true)
    .orderBy('id')
    .$if(services.database.kind === 'postgres', (query) => query.forUpdate())
    .execute()
  if (!operators.some(({ id, active }) => id === user.id && active)) throw new HttpError(404, messages.access.notFound)
}

async function record(context: ChangeContext, user: UserRow, action: string, detail: object): Promise<void> {
  const { db, services, request, user: operator, body } = context
  const { reason } = body.change
  const resource = `user:${user.id}`
  await audit(db, services, request, { actorId: operator.id, action, resource, detail: { ...detail, reason } })
}

/** Suspends a user: sessions and sockets end at once, and personal decks are hidden, also from their followers. Throws 422 for the operator's own account. */
export async function suspendUser(context: Context<typeof contracts.suspendUser>): Promise<undefined> {
  const { db, services, params, body } = context
  await lockOperators(context)
  const user = await adminUserById(db, params.id)
  if (user.id === context.user.id) throw new HttpError(422, accountMessages.admin.notYourself)
  if (!user.active) throw new HttpError(422, accountMessages.admin.alreadySuspended)
  const now = services.now()
  const changes = { active: false, suspended_at: now, suspension_reason: body.change.reason, updated_at: now }
  await db.updateTable('users').set(changes).where('id', '=', user.id).execute()
  await endOtherSessions(db, user.id, null)
  await record(context, user, 'admin.user.suspend', {})
  const decks = await db.selectFrom('decks').select('id').where('user_id', '=', user.id).execute()
  context.afterCommit(() => {
    services.instance.changed()
    services.accessChanges.notify({ userId: user.id })
    for (const { id: deckId } of decks) services.accessChanges.notify({ deckId })
  })
  return undefined
}

/** Restores a suspended user. */
export async function restoreUser(context: Context<typeof contracts.restoreUser>): Promise<undefined> {
  const { db, services, params } = context
  const user = await adminUserById(db, params.id)
  if (user.active) throw new HttpError(422, accountMessages.admin.notSuspended)
  const changes = { active: true, suspended_at: null, suspension_reason: null, updated_at: services.now() }
  await db.updateTable('users').set(changes).where('id', '=', user.id).execute()
  await record(context, user, 'admin.user.restore', {})
  context.afterCommit(() => services.instance.changed())
  return undefined
}

/** Gives a user a plan by hand; null takes it back, and the plan follows team and subscription again. */
export async function changeUserPlan(context: Context<typeof contracts.changeUserPlan>): Promise<undefined> {
  const { db, services, params, body } = context
  const { plan } = body.change
  const user = await adminUserById(db, params.id)
  const now = services.now()
  const changes = { manual_plan: plan, manually_upgraded: plan !== null, updated_at: now }
  await db.updateTable('users').set(changes).where('id', '=', user.id).execute()
  await settlePlan(db, { user: user.id }, now)
  await record(context, user, 'admin.user.plan', { before: user.manual_plan, after: plan })
  return undefined
}

/** Makes a user an operator or ends it. Throws 422 for oneself, and for the demo and suspended accounts. */
export async function changeOperator(context: Context<typeof contracts.changeOperator>): Promise<undefined> {
  const { db, services, params, body } = context
  const { operator } = body.change
  await lockOperators(context)
  const user = await adminUserById(db, params.id)
  if (user.id === context.user.id) throw new HttpError(422, accountMessages.admin.notYourself)
  if (operator && user.email === demoAccount.email) throw new HttpError(422, accountMessages.admin.notDemo)
  if (operator && !user.active) throw new HttpError(422, accountMessages.admin.restoreFirst)
  await db.updateTable('users').set({ operator, updated_at: services.now() }).where('id', '=', user.id).execute()
  await record(context, user, operator ? 'admin.operator.make' : 'admin.operator.end', {})
  return undefined
}
