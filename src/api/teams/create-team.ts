import { accountMessages } from '../../rules/account-messages.ts'
import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { leaveDecksBehind } from '../decks/return-to-team.ts'
import { lockOwner } from '../owner.ts'
import type { Context } from '../route.ts'
import { cardError, createTeamCustomer, dropCustomer, type NewCustomer } from '../subscriptions/customer.ts'
import { addTeamCustomer, beginTeam, startTeamTrial } from '../subscriptions/team-subscription.ts'
import type { teamsContracts } from './contract.ts'
import { deleteMembership, insertMembership, type MembershipRow, membershipOf } from './memberships.ts'
import { insertTeam, type TeamRow, teamById } from './queries.ts'
import { isTeamSlugTaken } from './team-slugs.ts'
import { checkTrial, takeTrial } from './trials.ts'

type CreateContext = Context<typeof teamsContracts.create>

/** Throws 422 for members of a team, and for a slug that is taken. */
async function checkNew(db: Db, { body, services, user }: CreateContext): Promise<void> {
  if ((await membershipOf(db, user.id))?.state === 'active') throw invalid('base', accountMessages.team.alreadyInTeam)
  if (await isTeamSlugTaken(db, services.settings, body.team.slug)) throw invalid('slug', messages.taken[0])
}

/** A team that was founded, and the founder's deactivated membership of another team that it replaced. */
interface Founded {
  readonly team: TeamRow
  readonly former: MembershipRow | undefined
}

/** Writes the team, its owner and its trial. */
async function insertAll(trx: Db, context: CreateContext, customer: NewCustomer | null): Promise<Founded> {
  const { body, request, services, user } = context
  const { name, slug, billing_period: period } = body.team
  await lockOwner(trx, services.database.kind, { user: user.id })
  // Again: another request may have come between.
  await checkNew(trx, context)
  const now = services.now()
  const team = await insertTeam(trx, { name, slug, account_billing_period: period }, now)
  if (!team) throw invalid('slug', messages.taken[0])
  const former = await membershipOf(trx, user.id)
  await insertMembership(trx, { teamId: team.id, userId: user.id, role: 'owner' }, now)
  if (customer && !body.team.trial) await addTeamCustomer(trx, services, team.id, customer)
  else {
    await leaveDecks(trx, context, former)
    if (customer) await takeTrial(trx, services, { userId: user.id, customer })
    await startTeamTrial(trx, services, team, { period, customer })
  }
  const detail = { slug, period }
  await audit(trx, services, request, { actorId: user.id, action: 'team.create', resource: `team:${team.id}`, detail })
  return { team: (await teamById(trx, team.id)) ?? team, former }
}

/** Leaves the decks of the founder's former team to it. */
async function leaveDecks(
  trx: Db,
  { services, user }: CreateContext,
  former: MembershipRow | undefined,
): Promise<void> {
  if (former) await leaveDecksBehind(services, trx, user.id, former.team_id)
}

/** Takes a team back whose first payment was refused, before anybody else has joined it. */
async function takeBack({ services, transaction, user }: CreateContext, { team, former }: Founded): Promise<void> {
  await transaction(async (trx) => {
    await lockOwner(trx, services.database.kind, { team: team.id })
    const membership = await membershipOf(trx, user.id)
    if (membership?.team_id === team.id) await deleteMembership(trx, membership, services.now())
    await trx.updateTable('decks').set({ team_id: null }).where('team_id', '=', team.id).execute()
    await trx.deleteFrom('teams').where('id', '=', team.id).execute()
    if (former) await trx.insertInto('memberships').values(former).execute()
  })
}

/** Pays the first period of a team without a trial. Throws 422 for a refused card, and the team is not founded then. */
async function payFirst(context: CreateContext, founded: Founded, customer: NewCustomer): Promise<TeamRow> {
  const { body, services, transaction } = context
  const { team, former } = founded
  // An undecided payment is settled by a job: till then the team is there without its plan.
  const { failure, status } = await beginTeam(services, team.id, body.team.billing_period)
  if (status === 'failed') {
    await takeBack(context, founded)
    await dropCustomer(services, customer.id)
    throw cardError(failure ?? 'declined')
  }
  await transaction((trx) => leaveDecks(trx, context, former))
  return (await teamById(services.database.read, team.id)) ?? team
}

/** Creates a team with the signed-in user as its owner: in its trial, or paid at once. */
export async function createTeam(context: CreateContext): Promise<TeamRow> {
  const { body, services, transaction, user } = context
  const { name, token, trial } = body.team
  const paid = services.settings.billing !== 'off'
  const { read } = services.database
  await checkNew(read, context)
  if (paid && !token) throw invalid('token', messages.form.required)
  if (paid && trial) await checkTrial(read, services, { userId: user.id, customer: null })
  // Counts only valid forms, so that typing errors do not use up the limit.
  const { allowed, retryAfter } = await services.limits.take('team-creation', `user:${user.id}`)
  if (!allowed) throw new HttpError(429, messages.access.tooMany, { retryAfter })
  const customer = paid && token ? await createTeamCustomer(services, user, { name, token }) : null
  const founded = await transaction((trx) => insertAll(trx, context, customer)).catch(async (error: unknown) => {
    if (customer) await dropCustomer(services, customer.id)
    throw error
  })
  return customer && !trial ? payFirst(context, founded, customer) : founded.team
}
