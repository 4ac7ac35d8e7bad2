import { accountMessages } from '../../rules/account-messages.ts'
import { shownTitle } from '../../rules/deck-url.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { peopleMessages } from '../../rules/people-messages.ts'
import type { CollaboratorRole } from '../../rules/permissions.ts'
import { audit } from '../../server/audit.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import { readInstance } from '../../server/instance.ts'
import type { LoadedDeck } from '../decks/load-deck.ts'
import { updateDeck } from '../decks/queries.ts'
import { newInvitationToken } from '../invitations/invite.ts'
import { insertInvitation } from '../invitations/queries.ts'
import { lockOwner } from '../owner.ts'
import type { Context } from '../route.ts'
import { inviteToTeam } from '../team-invitations/invite-to-team.ts'
import { lockAsManager } from '../team-users/change-member.ts'
import { membershipOf } from '../teams/memberships.ts'
import { userByEmail } from '../users/queries.ts'
import type { deckUsersContracts } from './contract.ts'
import { collaboratorMail, deckInvitationMail } from './emails.ts'
import { collaboratorUrl } from './invited-deck.ts'
import { type Acting, check, lockAs, signedIn } from './lock-as-admin.ts'
import {
  countPeople,
  type DeckUserRow,
  deletePeople,
  endInvitationsOf,
  insertPerson,
  rowOf,
  updatePerson,
} from './queries.ts'

/** Whom an invitation is for. */
interface Invitee {
  readonly email: string
  readonly role: CollaboratorRole
  /** The account with this address. */
  readonly account: UserRow | undefined
  /** The same account, if it need not accept; else the person waits. */
  readonly known: UserRow | undefined
}

/**
 * Whether an account becomes a collaborator without accepting by mail: anyone can sign up with another person's address.
 * A server without SMTP sends no link to accept with.
 */
async function needNotAccept({ db, services }: Acting, { deck }: LoadedDeck, account: UserRow): Promise<boolean> {
  const { smtpUrl, production } = services.settings
  if (account.email_verified_at !== null || (smtpUrl === null && production)) return true
  const membership = await membershipOf(db, account.id)
  return membership?.state === 'active' && membership.team_id === deck.team_id
}

/**
 * Throws 422 for the owner and collaborators, for deactivated members of the deck's team, and, while sign-up is closed, for
 * an address without an account.
 */
async function checkInvitee({ db, services }: Acting, { deck }: LoadedDeck, { account }: Invitee): Promise<void> {
  if (!account) {
    const { signUp } = await readInstance(services.database.read, services.settings)
    if (signUp === 'closed') throw invalid('email', accountMessages.signUp.closed)
    return
  }
  if (account.id === deck.user_id) throw invalid('email', peopleMessages.alreadyOwner)
  const row = await rowOf(db, deck.id, { userId: account.id })
  if (row?.active) throw invalid('email', peopleMessages.alreadyCollaborator)
  const membership = await membershipOf(db, account.id)
  if (membership?.state === 'deactivated' && membership.team_id === deck.team_id) {
    throw invalid('email', accountMessages.team.deactivatedMember)
  }
}

/** Stores the person, or changes the waiting one. An address that is verified by now is a collaborator at once. */
async function store(acting: Acting, { deck }: LoadedDeck, invitee: Invitee, inviter: UserRow): Promise<DeckUserRow> {
  const { db, services } = acting
  const { known: account, email, role } = invitee
  const waiting = await rowOf(db, deck.id, { email })
  const known = account && (await rowOf(db, deck.id, { userId: account.id }))
  const earlier = known ?? waiting
  const { editors, people } = await countPeople(db, deck, earlier?.id)
  check(acting, { ...acting.loaded, deck }, 'invite', { newRole: role, editors })
  if (people >= limits.collaboration.people) throw invalid('email', peopleMessages.full)
  if (known && waiting) await deletePeople(db, [waiting.id])
  if (!earlier) {
    const fields = { userId: account?.id ?? null, email: account ? null : email, role }
    return insertPerson(db, { deckId: deck.id, ...fields, invitedBy: inviter.id, now: services.now() })
  }
  await endInvitationsOf(db, [earlier.id])
  const accepted = account ? { user_id: account.id, email: null, active: true } : {}
  await updatePerson(db, earlier.id, { role, invited_by: inviter.id, ...accepted })
  return { ...earlier, role, ...accepted }
}

/** Mails the person: the deck's URL, or an invitation with a token to accept. */
async function mail(
  { db, services }: Acting,
  loaded: LoadedDeck,
  invitee: Invitee,
  { row, inviter }: { readonly row: DeckUserRow; readonly inviter: UserRow },
): Promise<void> {
  const { deck } = loaded
  const { baseUrl } = services.settings
  const { email, role, known } = invitee
  const invitation = { to: email, role, inviter: inviter.name ?? inviter.username, title: shownTitle(deck.title) }
  if (known) {
    await services.mail.send(db, collaboratorMail(invitation, collaboratorUrl(baseUrl, loaded, role)))
    return
  }
  const { token, ...fields } = newInvitationToken(services)
  const purpose = { kind: 'deck', id: deck.id, role }
  const sent = { ...fields, email, invitedBy: inviter.id, purpose, teamId: null, deckUserId: row.id }
  const { id } = await insertInvitation(db, sent)
  const url = `${baseUrl}/users/invitation/accept?invitation_token=${token}`
  await services.mail.send(db, { ...deckInvitationMail(invitation, url), about: `invitation:${id}` })
}

type Invite = Context<typeof deckUsersContracts.invite>

/** Locks the manager's team, to which the person is invited, too. Throws 403 for others and for decks of no team. */
async function lockTeamToAdd(context: Invite, user: UserRow) {
  const { team } = context.loaded
  if (!team || user.team_id !== team.id) throw new HttpError(403, messages.access.forbidden)
  return lockAsManager({ ...context, user, owner: { team: team.id } }, 'invite', { newRole: 'member' })
}

/**
 * Invites a person to a deck by e-mail: stores the person and queues the mail. Locks the team, the account and the deck
 * in this order, as changes of members do.
 */
export async function invitePerson(context: Invite): Promise<{ loaded: LoadedDeck; row: DeckUserRow }> {
  const { body, db, services, request } = context
  const { email, role, add_to_team } = body.user
  const inviter = signedIn(context.user)
  const team = add_to_team ? await lockTeamToAdd(context, inviter) : null
  const account = await userByEmail(db, email)
  if (account) await lockOwner(db, services.database.kind, { user: account.id })
  const loaded = await lockAs(context, 'invite')
  const acting = { ...context, loaded }
  const known = account && (await needNotAccept(acting, loaded, account)) ? account : undefined
  const invitee = { email, role, account, known }
  await checkInvitee(acting, loaded, invitee)
  const row = await store(acting, loaded, invitee, inviter)
  // Many users could otherwise fill one person's mailbox.
  const { allowed, retryAfter } = await services.limits.take('share-to-address', email)
  if (!allowed) throw new HttpError(429, accountMessages.team.tooManyMails, { retryAfter })
  await mail(acting, loaded, invitee, { row, inviter })
  if (team) await inviteToTeam({ ...context, user: inviter }, team, { email, role: 'member' })
  const deck = loaded.deck.collaborative ? loaded.deck : await updateDeck(db, loaded.deck.id, { collaborative: true })
  const detail = { role, account: account?.id ?? null, team: team?.id ?? null }
  const entry = { actorId: inviter.id, action: 'deck.invite', resource: `deck:${deck.id}`, detail }
  await audit(db, services, request, entry)
  return { loaded: { ...loaded, deck }, row }
}
