import { audit } from '../../server/audit.ts'
import { clearCookie } from '../../server/http/cookies.ts'
import { deleteMailsOf } from '../../server/mail/delete-mails.ts'
import { accountDeletedMail } from '../account-emails/emails.ts'
import { destroyDeck } from '../decks/change-state.ts'
import { deleteUnlessInSlides } from '../orphaned-files/file-references.ts'
import type { Context } from '../route.ts'
import type { usersContracts } from './contract.ts'
import { proveCurrentPassword } from './prove-password.ts'
import { decksOf, deleteUser, filesOf, leaveOthersDecks } from './queries.ts'

/** Deletes the user's account with all content, after checking the password. */
export async function deleteAccount(context: Context<typeof usersContracts.destroy>): Promise<undefined> {
  const { body, user, services, request, reply, transaction } = context
  await proveCurrentPassword(services, user, body.user.password, 'password')
  await transaction(async (trx) => {
    const keys = await filesOf(trx, user)
    for (const deck of await decksOf(trx, user.id)) await destroyDeck(services, trx, deck)
    await leaveOthersDecks(trx, user.id)
    await deleteUser(trx, user.id)
    // Media in other users' decks is kept.
    await deleteUnlessInSlides(trx, services, keys)
    await deleteMailsOf(trx, user.email)
    await services.mail.send(trx, accountDeletedMail(user, services.settings.baseUrl))
    await audit(trx, services, request, { actorId: user.id, action: 'account.delete', resource: `user:${user.id}` })
  })
  clearCookie(reply, services.settings, 'session')
  return undefined
}
