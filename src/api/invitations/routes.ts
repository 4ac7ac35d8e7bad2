import { accountMessages } from '../../rules/account-messages.ts'
import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { endSession, openSession, type UserRow } from '../../server/http/session.ts'
import { hashPassword } from '../../server/passwords/hash-password.ts'
import { announceAccepted } from '../deck-users/accept.ts'
import { invitedDeck, invitedDeckJson } from '../deck-users/invited-deck.ts'
import { type Context, type Route, route } from '../route.ts'
import { requireSignUp } from '../sign-up/require-sign-up.ts'
import { teamById } from '../teams/queries.ts'
import { invitingTeamJson } from '../teams/team-json.ts'
import { checkPasswordForm, passwordRules } from '../users/check-password-form.ts'
import { insertUser, takenNames, userByEmail, userById } from '../users/queries.ts'
import { ownUserJson } from '../users/user-json.ts'
import { invitationsContracts as contracts } from './contract.ts'
import { hashInvitationToken, invite } from './invite.ts'
import { acceptAs, acceptSignedIn } from './join-invited-team.ts'
import { type InvitationRow, openInvitation } from './queries.ts'

async function create({ body, db, services, user, request }: Context<typeof contracts.create>): Promise<InvitationRow> {
  const { email } = body.invitation
  if ((await takenNames(db, { email })).length > 0) throw invalid('email', messages.taken[0])
  const invitation = await invite(db, services, user, email, { kind: 'account' })
  await audit(db, services, request, { actorId: user.id, action: 'invite', resource: `invitation:${invitation.id}` })
  return invitation
}

async function accept(context: Context<typeof contracts.accept>): Promise<UserRow> {
  const { body, services, request, reply, session, transaction } = context
  const { invitation_token, username, name, password } = body.user
  const tokenHash = hashInvitationToken(services, invitation_token)
  const open = await openInvitation(services.database.read, tokenHash, services.now())
  if (!open) throw invalid('invitation_token', messages.session.invitationInvalid)
  const { email } = open.invitation
  await requireSignUp(services, 'invitation')
  checkPasswordForm(password, { username, name, email }, await passwordRules(services))
  const passwordHash = await hashPassword(password)
  return transaction(async (trx) => {
    const [taken] = await takenNames(trx, { username, email })
    const joins = open.invitation.team_id !== null || open.invitation.deck_user_id !== null
    if (taken === 'email' && joins) throw invalid('email', accountMessages.team.invitationHasAccount)
    if (taken) throw invalid(taken, messages.taken[0])
    const user = await insertUser(trx, { username, name: name ?? null, email, passwordHash }, services.now())
    // A concurrent acceptance may have created the account: then the invitation is no longer open.
    if (!user) throw invalid('username', messages.taken[0])
    const decks = await acceptAs(trx, services, request, open.invitation, user.id)
    context.afterCommit(() => announceAccepted(services, decks, user.id))
    if (session) await endSession(trx, services, reply, session)
    await openSession(trx, services, request, reply, user.id)
    await audit(trx, services, request, { actorId: user.id, action: 'invitation.accept', resource: `user:${user.id}` })
    return (await userById(trx, String(user.id))) ?? user
  })
}

/** Handlers of the invitation routes. */
export const invitationsRoutes: readonly Route[] = [
  route(contracts.create, create),
  route(contracts.read, async ({ query, db, services }) => {
    const open = await openInvitation(db, hashInvitationToken(services, query.invitation_token), services.now())
    if (!open) throw new HttpError(404, messages.session.invitationInvalid)
    const { email, team_id, deck_user_id } = open.invitation
    const team = await teamById(db, team_id)
    const deck = await invitedDeck(db, deck_user_id)
    return {
      ...{ email, invited_by: open.invitedBy },
      team: team && invitingTeamJson(team, services.settings),
      deck: deck && invitedDeckJson(deck, services.settings.baseUrl),
      has_account: (await userByEmail(db, email)) !== undefined,
    }
  }),
  route(contracts.join, async (context) => ownUserJson(await acceptSignedIn(context))),
  route(contracts.accept, async (context) => ownUserJson(await accept(context))),
]
