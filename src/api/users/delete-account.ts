import { audit } from '../../server/audit.ts'
import { clearCookie } from '../../server/http/cookies.ts'
import { forgetMailsOf } from '../../server/mail/forget-mails.ts'
import { destroyDeck } from '../decks/change-state.ts'
import type { Context } from '../route.ts'
import { clearUnlessShown } from '../unused-files/own-files.ts'
import { proveCurrentPassword } from './change-account.ts'
import type { usersContracts } from './contract.ts'
import { accountDeletedMail } from './emails.ts'
import { decksOf, deleteUser, filesOf, leaveOthersDecks } from './queries.ts'

/** Deletes the account of the person who asks, with everything in it, once they gave their password. */
export async function deleteAccount(context: Context<typeof usersContracts.destroy>): Promise<undefined> {
  const { body, user, services, request, reply, transaction } = context
  await proveCurrentPassword(context, user, body.user.password, 'password')
  await transaction(async (trx) => {
    const keys = await filesOf(trx, user)
    for (const deck of await decksOf(trx, user.id)) await destroyDeck(services, trx, deck)
    await leaveOthersDecks(trx, user.id)
    await deleteUser(trx, user.id)
    // What other people's decks show of it stays with them.
    await clearUnlessShown(trx, services, keys)
    await forgetMailsOf(trx, user.email)
    await services.mail.send(trx, accountDeletedMail(user, services.settings.baseUrl))
    await audit(trx, services, request, { actorId: user.id, action: 'account.delete', resource: `user:${user.id}` })
  })
  clearCookie(reply, services.settings, 'session')
  return undefined
}
