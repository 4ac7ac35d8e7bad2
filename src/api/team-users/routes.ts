import { messages } from '../../rules/messages.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { Owner } from '../owner.ts'
import { pageAnswer, pageOf } from '../paging.ts'
import { type Context, type Route, route } from '../route.ts'
import { inviteToTeam } from '../team-invitations/invite-to-team.ts'
import { teamInvitationJson } from '../team-invitations/queries.ts'
import { changeRole, deactivateMember, reactivateMember } from '../teams/change-memberships.ts'
import { membershipOf } from '../teams/memberships.ts'
import { userByEmail } from '../users/queries.ts'
import { auditMember, keepAnOwner, lockAsManager, lockForChange } from './change-member.ts'
import { teamUsersContracts as contracts } from './contract.ts'
import { foundMemberJson, memberJson } from './member-json.ts'
import { activeMembers, deckCounts, findMembers, memberById } from './queries.ts'
import { removeTeamMember } from './remove-member.ts'

function idOf(owner: Owner): number {
  if ('team' in owner) return owner.team
  throw new Error('the owner is not a team')
}

/** A member as the answer to a change. */
async function answer(db: Db, teamId: number, userId: number) {
  const row = await memberById(db, teamId, userId)
  if (!row) throw new HttpError(404, messages.access.notFound)
  return memberJson(row, (await deckCounts(db, teamId, [userId])).get(userId) ?? 0)
}

async function list({ db, owner, query }: Context<typeof contracts.list>) {
  const teamId = idOf(owner)
  const page = pageOf(query)
  const all = await findMembers(db, teamId, { term: query.q ?? '', state: query.state })
  const rows = all.slice((page.page - 1) * page.perPage, page.page * page.perPage)
  const counts = await deckCounts(
    db,
    teamId,
    rows.map(({ id }) => id),
  )
  const results = rows.map((row) => memberJson(row, counts.get(row.id) ?? 0))
  return { ...pageAnswer(page, all.length, results), ...(await activeMembers(db, teamId)) }
}

type Sought = Context<typeof contracts.search>['query']

async function search(db: Db, owner: Owner, sought: Sought) {
  const page = pageOf(sought)
  const all = await findMembers(db, idOf(owner), { term: sought.q, state: 'active', usable: true })
  const rows = all.slice((page.page - 1) * page.perPage, page.page * page.perPage)
  return pageAnswer(page, all.length, rows.map(foundMemberJson))
}

async function create(context: Context<typeof contracts.create>) {
  const { body, db } = context
  const { email, role } = body.user
  const team = await lockAsManager(context, 'change-members', { newRole: role })
  const known = await userByEmail(db, email)
  const membership = known && (await membershipOf(db, known.id))
  if (!known || membership?.team_id !== team.id || membership.state === 'active') {
    return { user: null, invitation: teamInvitationJson(await inviteToTeam(context, team, { email, role })) }
  }
  const { member } = await lockForChange(context, known.id, role)
  await reactivateMember(db, context.services, member)
  if (role !== member.role) await changeRole(db, context.services, member, role)
  await auditMember(context, 'member.reactivate', member, { role })
  return { user: await answer(db, team.id, known.id), invitation: null }
}

async function change(context: Context<typeof contracts.change>) {
  const { body, db, params, services } = context
  const { role } = body.user
  const { team, member } = await lockForChange(context, params.id, role)
  if (role !== member.role) {
    if (role !== 'owner') await keepAnOwner(db, member)
    await changeRole(db, services, member, role)
    await auditMember(context, 'member.role', member, { from: member.role, to: role })
    context.afterCommit(() => services.accessChanges.notify({ userId: member.user_id }))
  }
  return answer(db, team.id, member.user_id)
}

async function deactivate(context: Context<typeof contracts.deactivate>) {
  const { db, params, services } = context
  const { team, member } = await lockForChange(context, params.id)
  if (member.state === 'active') {
    await keepAnOwner(db, member)
    await deactivateMember(db, services, team, member)
    await auditMember(context, 'member.deactivate', member, { role: member.role })
    context.afterCommit(() => services.accessChanges.notify({ userId: member.user_id }))
  }
  return answer(db, team.id, member.user_id)
}

async function reactivate(context: Context<typeof contracts.reactivate>) {
  const { db, params, services } = context
  const { team, member } = await lockForChange(context, params.id)
  if (member.state === 'deactivated') {
    await reactivateMember(db, services, member)
    await auditMember(context, 'member.reactivate', member, { role: member.role })
  }
  return answer(db, team.id, member.user_id)
}

/** Handlers of the routes for the members of a team. */
export const teamUsersRoutes: readonly Route[] = [
  route(contracts.list, list),
  route(contracts.create, create),
  route(contracts.change, change),
  route(contracts.remove, removeTeamMember),
  route(contracts.deactivate, deactivate),
  route(contracts.reactivate, reactivate),
  route(contracts.search, async ({ db, owner, query }) => search(db, owner, query)),
  route(contracts.searchByPost, async ({ db, owner, body }) => search(db, owner, body)),
]
