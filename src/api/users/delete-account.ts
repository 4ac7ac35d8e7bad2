import { accountMessages } from '../../rules/account-messages.ts'
import { audit } from '../../server/audit.ts'
import type { Db } from '../../server/db/open-database.ts'
import { clearCookie } from '../../server/http/cookies.ts'
import { invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import { deleteMailsOf } from '../../server/mail/delete-mails.ts'
import type { Services } from '../../server/services.ts'
import { accountDeletedMail } from '../account-emails/emails.ts'
import { forgetInvited } from '../deck-users/accept.ts'
import { destroyDeck } from '../decks/change-state.ts'
import { keepAddressesOf } from '../decks/former-addresses.ts'
import { returnToTeams } from '../decks/return-to-team.ts'
import { emailChangeOf } from '../email-changes/queries.ts'
import { queueRevoke } from '../file-storage/connect.ts'
import { storageAccountOf } from '../file-storage/queries.ts'
import { deleteInvitationMails } from '../invitations/queries.ts'
import { deleteUnlessInSlides } from '../orphaned-files/file-references.ts'
import type { Context } from '../route.ts'
import { forgetPayer } from '../subscriptions/forget-payer.ts'
import { changeSeats } from '../subscriptions/team-subscription.ts'
import { lockMembership } from '../teams/change-memberships.ts'
import { deleteMembership, isLastOwner } from '../teams/memberships.ts'
import { lockTeam } from '../teams/queries.ts'
import { deleteThemesOf } from '../themes/queries.ts'
import type { usersContracts } from './contract.ts'
import { proveCurrentPassword } from './prove-password.ts'
import { decksOf, deleteUser, filesOf, leaveOthersDecks, userByEmail } from './queries.ts'

/** Throws 422 if the user is the last owner of their team: no member could pay for it or hand it over. */
async function leaveTeam(trx: Db, services: Services, user: UserRow): Promise<void> {
  if (user.team_id !== null) await lockTeam(trx, services.database.kind, { team: user.team_id })
  const membership = await lockMembership(trx, services, user.id)
  if (!membership) return
  if (await isLastOwner(trx, membership)) throw invalid('base', accountMessages.team.lastOwnerAccount)
  await deleteMembership(trx, membership, services.now())
  if (membership.state === 'active') await changeSeats(trx, services, membership.team_id)
}

/** Throws 422 for the last operator: without an operator no user can become one, and sign-up is closed. */
async function keepAnOperator(trx: Db, user: UserRow): Promise<void> {
  if (!user.operator) return
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('operator', '=', true)
    .where('active', '=', true)
    .where('id', '<>', user.id)
    .executeTakeFirst()
  if (!other) throw invalid('base', accountMessages.admin.lastOperatorAccount)
}

/**
 * Deletes the user's account with all personal content, after checking the password. The decks of teams stay with them.
 */
export async function deleteAccount(context: Context<typeof usersContracts.destroy>): Promise<undefined> {
  const { body, user, services, request, reply, transaction } = context
  await proveCurrentPassword(services, user, body.user.password, 'password')
  const returned = await transaction(async (trx) => {
    await keepAnOperator(trx, user)
    await leaveTeam(trx, services, user)
    const { own, returned } = await returnToTeams(services, trx, user.id, await decksOf(trx, user.id))
    await keepAddressesOf(trx, user)
    // Decks that return to a team had some of them.
    const keys = [...(await filesOf(trx, user)), ...(await deleteThemesOf(trx, { user: user.id }))]
    const pending = await emailChangeOf(trx, user.id, services.now())
    // Another account may have got the pending address since; its mails stay.
    const isFree = pending && !(await userByEmail(trx, pending.email))
    const addresses = [user.email, ...(isFree ? [pending.email] : [])]
    for (const deck of own) await destroyDeck(services, trx, deck)
    await leaveOthersDecks(trx, user.id)
    await forgetPayer(trx, services, { user: user.id })
    await queueRevoke(trx, services, (await storageAccountOf(trx, user.id))?.token_sealed ?? null)
    await trx.updateTable('teams').set({ closed_by: null }).where('closed_by', '=', user.id).execute()
    await deleteInvitationMails(trx, { invited_by: user.id })
    await deleteUser(trx, user.id)
    // Media in other users' decks is kept.
    await deleteUnlessInSlides(trx, services, keys)
    const isOwn = (address: string) => address === user.email && user.email_verified_at !== null
    await forgetInvited(trx, addresses.filter(isOwn))
    for (const address of addresses) await deleteMailsOf(trx, address, { verified: isOwn(address) })
    await services.mail.send(trx, accountDeletedMail(user, services.settings.baseUrl))
    const detail = returned.length > 0 ? { decks_returned: returned.length } : {}
    const resource = `user:${user.id}`
    await audit(trx, services, request, { actorId: user.id, action: 'account.delete', resource, detail })
    return returned
  })
  services.accessChanges.notify({ userId: user.id })
  for (const deckId of returned) services.accessChanges.notify({ deckId })
  clearCookie(reply, services.settings, 'session')
  return undefined
}
