import { createHash } from 'node:crypto'
import type { Updateable } from 'kysely'
import { accountMessages } from '../../rules/account-messages.ts'
import { decideTeam } from '../../rules/account-permissions.ts'
import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import type { TeamsTable } from '../../server/db/account-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { actorOf } from '../actor.ts'
import { enforce } from '../permission.ts'
import type { Context } from '../route.ts'
import { endSessionsWithoutSignOn } from '../sign-on/queries.ts'
import { addDomainTo } from '../sign-on/team-sign-on.ts'
import { changeSubscription } from '../subscriptions/actions.ts'
import { subscriptionOf } from '../subscriptions/queries.ts'
import { builtInRow } from '../themes/built-in.ts'
import { findTheme } from '../themes/queries.ts'
import type { teamsContracts } from './contract.ts'
import { hasSignOn } from './has-sign-on.ts'
import { formerSlugs, membersOf } from './memberships.ts'
import { lockTeam, type TeamRow, teamById, updateTeam } from './queries.ts'
import { changeSlug, isTeamSlugTaken, teamHosts } from './team-slugs.ts'

type Change = Context<typeof teamsContracts.change>
type Sent = Change['body']['team']

/** Throws 422 for scripts without a content host, where they could run on the app's own origin. */
function checkScripts({ services, user }: Change, team: TeamRow): void {
  const facts = { teamId: team.id, plan: team.plan, manuallyUpgraded: team.manually_upgraded }
  enforce(decideTeam('write-scripts', actorOf(user), facts))
  if (services.settings.contentUrl === null) throw invalid('scripts', messages.theme.scriptsNeedContentHost)
}

/** Throws 422 for the first value that is not possible for this team. */
async function check(context: Change, db: Db, team: TeamRow): Promise<void> {
  const { body, services } = context
  const sent = body.team
  const isNewSlug = sent.slug !== undefined && sent.slug !== team.slug
  if (isNewSlug && (await isTeamSlugTaken(db, services.settings, sent.slug as string, team.id))) {
    throw invalid('slug', messages.taken[0])
  }
  if (sent.scripts && sent.scripts.length > 0 && !sameScripts(sent.scripts, team)) checkScripts(context, team)
  if (sent.scripts_stopped === false && team.scripts_stopped_by === 'operator') {
    throw invalid('scripts_stopped', accountMessages.team.scriptsStopped)
  }
  if (sent.require_sso && !team.require_sso && !(await hasSignOn(db, team.id))) {
    throw invalid('require_sso', accountMessages.team.signOnMissing)
  }
  const { session, user } = context
  // Otherwise a manager could lock everybody out by a provider that does not work.
  if (sent.require_sso && !team.require_sso && user.membership_role !== 'owner') {
    if (session.sign_on_team_id !== team.id) throw invalid('require_sso', accountMessages.signOn.signInFirst)
  }
  const theme = sent.default_theme_id ?? null
  const isNewTheme = theme !== null && theme !== team.default_theme_id
  if (isNewTheme && !builtInRow(theme) && !(await findTheme(db, { team: team.id }, theme))) {
    throw invalid('default_theme_id', messages.theme.missing)
  }
}

function sameScripts(scripts: readonly string[], team: TeamRow): boolean {
  return JSON.stringify(scripts) === JSON.stringify(team.scripts)
}

/** The columns that differ from the team's. */
function changedColumns(
  { slug: _separate, scripts, scripts_stopped: stopped, ...fields }: Sent,
  team: TeamRow,
): Updateable<TeamsTable> {
  const changed = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && value !== team[name as keyof typeof fields],
  )
  const isNew = scripts !== undefined && !sameScripts(scripts, team)
  const isSwitched = stopped !== undefined && stopped !== (team.scripts_stopped_by !== null)
  return {
    ...Object.fromEntries(changed),
    ...(isNew && { scripts: JSON.stringify(scripts) }),
    ...(isSwitched && { scripts_stopped_by: stopped ? ('team' as const) : null }),
  }
}

/**
 * Changes the billing period of a team's subscription, and pays the difference. Without a subscription the period is
 * only stored. Returns whether the subscription changed.
 */
async function changePeriod({ body, owner, services, user }: Change, team: TeamRow): Promise<boolean> {
  const period = body.team.account_billing_period
  if (period === undefined || period === team.account_billing_period) return false
  if (services.settings.billing === 'off' || team.manually_upgraded) return false
  const subscription = await subscriptionOf(services.database.read, owner)
  if (!subscription || subscription.status === 'ended') return false
  const facts = { teamId: team.id, plan: team.plan, manuallyUpgraded: team.manually_upgraded }
  enforce(decideTeam('billing', actorOf(user), facts))
  await changeSubscription(services, owner, { billing_period: period })
  return true
}

/** Stores the changed settings, except a period that the subscription has already. */
async function store(context: Change, db: Db, periodChanged: boolean): Promise<TeamRow> {
  const { body, owner, request, services, user } = context
  const team = await lockTeam(db, services.database.kind, owner)
  await check(context, db, team)
  const now = services.now()
  const columns = changedColumns(body.team, team)
  const slug = body.team.slug ?? team.slug
  const fields = [...Object.keys(columns), ...(slug === team.slug ? [] : ['slug'])]
  if (periodChanged) fields.push('account_billing_period')
  if (fields.length === 0) return team
  if (slug !== team.slug) await changeSlug(db, services, team, slug)
  const changed = await updateTeam(db, team.id, { ...columns, updated_at: now })
  if (changed.domain !== null && changed.domain !== team.domain)
    await addDomainTo(db, services, changed, changed.domain)
  if (changed.require_sso && !team.require_sso) {
    const slugs = [team.slug, slug, ...(await formerSlugs(db, team.id))]
    await endSessionsWithoutSignOn(db, team.id, teamHosts(slugs, services.settings))
  }
  const scripts = columns.scripts as string | undefined
  const detail = { fields, ...(scripts && { scripts_sha256: createHash('sha256').update(scripts).digest('hex') }) }
  await audit(db, services, request, { actorId: user.id, action: 'team.change', resource: `team:${team.id}`, detail })
  return changed
}

/** Changes the settings of the acting manager's team. Throws 422 for the first value that is not possible. */
export async function changeTeam(context: Change): Promise<TeamRow> {
  const { services, transaction, user } = context
  const { read } = services.database
  const team = await teamById(read, user.team_id)
  if (!team) throw new HttpError(404, messages.access.notFound)
  // Everything is checked before anything is paid.
  await check(context, read, team)
  if (context.body.team.slug !== undefined && context.body.team.slug !== team.slug) {
    const { allowed } = await services.limits.take('team-slug', `team:${team.id}`)
    if (!allowed) throw invalid('slug', accountMessages.team.slugTooOften)
  }
  const periodChanged = await changePeriod(context, team)
  const changed = await transaction((trx) => store(context, trx, periodChanged))
  if (changed.require_sso && !team.require_sso) {
    // Sessions on the app's host stay, but are no longer those of members.
    for (const { user_id: userId } of await membersOf(read, team.id)) services.accessChanges.notify({ userId })
  }
  return changed
}
