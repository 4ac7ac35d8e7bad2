import { accountMessages } from '../../rules/account-messages.ts'
import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { afterSave } from '../decks/after-save.ts'
import { lockDeck, updateDeck } from '../decks/queries.ts'
import { pageAnswer, pageOf } from '../paging.ts'
import { settlePlan } from '../plans/settle-plan.ts'
import { readId } from '../read-id.ts'
import { type Context, type Route, route } from '../route.ts'
import { teamById } from '../teams/queries.ts'
import { changeOperator, changeUserPlan, restoreUser, suspendUser } from './change-user.ts'
import { adminContracts as contracts } from './contract.ts'
import { listDecks, listTeams, listUsers, readOverview } from './queries.ts'

async function changeTeamPlan(context: Context<typeof contracts.changeTeamPlan>): Promise<undefined> {
  const { db, services, request, user, params, body } = context
  const { upgraded, reason } = body.change
  const team = await teamById(db, readId(params.id))
  if (!team) throw new HttpError(404, messages.access.notFound)
  if (team.closed_at !== null) throw invalid('base', accountMessages.team.closed)
  const now = services.now()
  const changes = { manually_upgraded: upgraded, updated_at: now }
  await db.updateTable('teams').set(changes).where('id', '=', team.id).execute()
  await settlePlan(db, { team: team.id }, now)
  const detail = { before: team.manually_upgraded, after: upgraded, reason }
  await audit(db, services, request, {
    actorId: user.id,
    action: 'admin.team.plan',
    resource: `team:${team.id}`,
    detail,
  })
  return undefined
}

/** Suspends a deck, or restores it. Open connections to it check their access again after the commit. */
async function settleDeck(
  context: Context<typeof contracts.suspendDeck> | Context<typeof contracts.restoreDeck>,
  suspended: boolean,
): Promise<undefined> {
  const { db, services, request, user, params, body } = context
  const { reason } = body.change
  const id = readId(params.id)
  const deck = id === null ? undefined : await lockDeck(db, services.database.kind, id)
  if (!deck) throw new HttpError(404, messages.access.notFound)
  if ((deck.suspended_at !== null) === suspended) {
    throw new HttpError(422, suspended ? accountMessages.admin.alreadySuspended : accountMessages.admin.notSuspended)
  }
  const now = services.now()
  const changes = suspended
    ? { suspended_at: now, suspension_reason: reason }
    : { suspended_at: null, suspension_reason: null }
  await afterSave(services, db, deck, await updateDeck(db, deck.id, changes))
  if (suspended) {
    const settled = { state: 'acted' as const, settled_at: now, settled_by: user.id }
    await db.updateTable('reports').set(settled).where('deck_id', '=', deck.id).where('state', '=', 'open').execute()
  }
  const action = suspended ? 'admin.deck.suspend' : 'admin.deck.restore'
  await audit(db, services, request, { actorId: user.id, action, resource: `deck:${deck.id}`, detail: { reason } })
  context.afterCommit(() => services.accessChanges.notify({ deckId: deck.id }))
  return undefined
}

async function changeTeamScripts(context: Context<typeof contracts.changeTeamScripts>): Promise<undefined> {
  const { db, services, request, user, params, body } = context
  const { stopped, reason } = body.change
  const team = await teamById(db, readId(params.id))
  if (!team) throw new HttpError(404, messages.access.notFound)
  const changes = { scripts_stopped_by: stopped ? ('operator' as const) : null, updated_at: services.now() }
  await db.updateTable('teams').set(changes).where('id', '=', team.id).execute()
  const detail = { before: team.scripts_stopped_by, after: changes.scripts_stopped_by, reason }
  const of = { actorId: user.id, action: 'admin.team.scripts', resource: `team:${team.id}` }
  await audit(db, services, request, { ...of, detail })
  return undefined
}

/** Handlers of the console's routes about users, teams and decks. */
export const adminRoutes: readonly Route[] = [
  route(contracts.overview, async ({ db, services }) => {
    const { mails, ...counts } = await readOverview(db, services.now())
    return { ...counts, mails: { ...mails, configured: services.settings.smtpUrl !== null } }
  }),
  route(contracts.users, async ({ db, query }) => {
    const page = pageOf(query)
    const { results, total } = await listUsers(db, query, page)
    return pageAnswer(page, Number(total), results)
  }),
  route(contracts.suspendUser, suspendUser),
  route(contracts.restoreUser, restoreUser),
  route(contracts.changeUserPlan, changeUserPlan),
  route(contracts.changeOperator, changeOperator),
  route(contracts.teams, async ({ db, query }) => {
    const page = pageOf(query)
    const { results, total } = await listTeams(db, query, page)
    return pageAnswer(page, Number(total), results)
  }),
  route(contracts.changeTeamPlan, changeTeamPlan),
  route(contracts.changeTeamScripts, changeTeamScripts),
  route(contracts.decks, async ({ db, query }) => {
    const page = pageOf(query)
    const { results, total } = await listDecks(db, query, page)
    return pageAnswer(page, Number(total), results)
  }),
  route(contracts.suspendDeck, (context) => settleDeck(context, true)),
  route(contracts.restoreDeck, (context) => settleDeck(context, false)),
]
