import { accountMessages } from '../../rules/account-messages.ts'
import { decideTeam } from '../../rules/account-permissions.ts'
import { audit } from '../../server/audit.ts'
import type { Db } from '../../server/db/open-database.ts'
import { clearCookie } from '../../server/http/cookies.ts'
import { invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import { deleteMailsAbout } from '../../server/mail/delete-mails.ts'
import type { Services } from '../../server/services.ts'
import { actorOf } from '../actor.ts'
import { afterSave } from '../decks/after-save.ts'
import { moveDeck } from '../decks/move-deck.ts'
import { lockDeck, updateDeck } from '../decks/queries.ts'
import { deleteInvitationMails } from '../invitations/queries.ts'
import { mediaKeys } from '../media/media-keys.ts'
import { deleteUnlessInSlides } from '../orphaned-files/file-references.ts'
import { deleteFontsOf } from '../own-fonts/queries.ts'
import { enforce } from '../permission.ts'
import { settlePlan } from '../plans/settle-plan.ts'
import type { Context } from '../route.ts'
import { deleteTeamIdentity } from '../sign-on/queries.ts'
import { endTeamBilling } from '../subscriptions/team-subscription.ts'
import { deleteThemesOf } from '../themes/queries.ts'
import { teamClosedMail } from './close-team-mail.ts'
import type { teamsContracts } from './contract.ts'
import { deleteMembership, formerSlugs, type MembershipRow, membershipOf, membersOf } from './memberships.ts'
import { lockTeam, type TeamRow, updateTeam } from './queries.ts'
import { teamHosts } from './team-slugs.ts'

type Close = Context<typeof teamsContracts.close>

/** Locks the team. Throws 403 if the role was lost meanwhile, and 422 unless its name was typed. */
async function lockToClose({ body, db, owner, services, user }: Close): Promise<TeamRow> {
  const team = await lockTeam(db, services.database.kind, owner)
  const own = await membershipOf(db, user.id)
  const isMember = own?.team_id === team.id && own.state === 'active'
  const actor = { ...actorOf(user), teamId: isMember ? team.id : null, teamRole: isMember ? own.role : null }
  enforce(decideTeam('close', actor, { teamId: team.id, plan: team.plan, manuallyUpgraded: team.manually_upgraded }))
  const typed = body.team.name.trim().toLowerCase()
  if (typed !== team.name.trim().toLowerCase()) throw invalid('name', accountMessages.team.nameToClose)
  return team
}

/**
 * Makes the team's decks personal. Those of users who are no active members, such as of removed ones in the trash, go to
 * the closing owner. Internal decks become private. Returns the ids of all.
 */
async function releaseDecks(
  trx: Db,
  services: Services,
  team: TeamRow,
  { members, closer }: { readonly members: ReadonlySet<number>; readonly closer: number },
): Promise<number[]> {
  const rows = await trx.selectFrom('decks').select('id').where('team_id', '=', team.id).orderBy('id').execute()
  for (const { id } of rows) {
    const deck = await lockDeck(trx, services.database.kind, id)
    if (!deck) continue
    const visibility = deck.visibility === 'team' ? ('self' as const) : deck.visibility
    const personal = await updateDeck(trx, id, { team_id: null, visibility })
    await afterSave(services, trx, deck, personal)
    if (!members.has(deck.user_id)) await moveDeck(services, trx, personal, closer)
  }
  return rows.map(({ id }) => id)
}

/** Deletes what the team shared: media, tags, slide templates, themes, fonts, logo, sign-on, open invitations, mails. Files in slides are kept. */
async function deleteShared(trx: Db, services: Services, team: TeamRow): Promise<void> {
  const media = await trx
    .selectFrom('media')
    .select(['key', 'content_type', 'renditions'])
    .where('team_id', '=', team.id)
    .execute()
  await trx.deleteFrom('media').where('team_id', '=', team.id).execute()
  await trx.deleteFrom('media_tags').where('team_id', '=', team.id).execute()
  await trx.deleteFrom('slide_templates').where('team_id', '=', team.id).execute()
  const pictures = await deleteThemesOf(trx, { team: team.id })
  const fonts = await deleteFontsOf(trx, { team: team.id })
  await deleteInvitationMails(trx, { team_id: team.id })
  await deleteMailsAbout(trx, [`team:${team.id}`])
  await trx.deleteFrom('invitations').where('team_id', '=', team.id).where('accepted_at', 'is', null).execute()
  await deleteTeamIdentity(trx, team.id)
  await trx.deleteFrom('team_domains').where('team_id', '=', team.id).execute()
  await deleteUnlessInSlides(trx, services, [team.logo_key, ...pictures, ...fonts, ...media.flatMap(mediaKeys)])
}

/** Ends all memberships and all sessions on the team's hosts. */
async function releaseMembers(
  trx: Db,
  services: Services,
  team: TeamRow,
  members: readonly MembershipRow[],
): Promise<void> {
  for (const member of members) await deleteMembership(trx, member, services.now())
  const hosts = teamHosts([team.slug, ...(await formerSlugs(trx, team.id))], services.settings)
  await trx.deleteFrom('sessions').where('host', 'in', hosts).execute()
}

async function sendMails(trx: Db, { mail, settings }: Services, team: TeamRow, closer: UserRow, ids: number[]) {
  if (ids.length === 0) return
  const users = await trx.selectFrom('users').selectAll().where('id', 'in', ids).orderBy('id').execute()
  for (const user of users) {
    const paid = user.id === closer.id && settings.billing !== 'off'
    await mail.send(trx, teamClosedMail(user, { team: team.name, by: closer, paid }, settings.baseUrl))
  }
}

/**
 * Closes the acting owner's team for good. What is left is its row: the slug stays taken, old links redirect, and the
 * owner who closed it can read its receipts.
 */
export async function closeTeam(context: Close): Promise<undefined> {
  const { afterCommit, db, reply, request, services, user } = context
  const team = await lockToClose(context)
  const all = await membersOf(db, team.id)
  const active = all.filter(({ state }) => state === 'active').map((one) => one.user_id)
  const decks = await releaseDecks(db, services, team, { members: new Set(active), closer: user.id })
  await endTeamBilling(db, services, team.id)
  await deleteShared(db, services, team)
  await releaseMembers(db, services, team, all)
  const now = services.now()
  const closed = { closed_at: now, closed_by: user.id, updated_at: now }
  const settings = { manually_upgraded: false, require_sso: false, scripts: '[]', logo_key: null, domain: null }
  await updateTeam(db, team.id, { ...closed, ...settings })
  await settlePlan(db, { team: team.id }, now)
  await sendMails(db, services, team, user, active)
  const detail = { slug: team.slug, members: all.length, decks: decks.length }
  await audit(db, services, request, { actorId: user.id, action: 'team.close', resource: `team:${team.id}`, detail })
  if (request.surface.kind === 'team') clearCookie(reply, services.settings, 'session')
  afterCommit(() => {
    for (const { user_id: userId } of all) services.accessChanges.notify({ userId })
    for (const deckId of decks) services.accessChanges.notify({ deckId })
  })
  return undefined
}
