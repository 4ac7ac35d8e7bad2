import type { Selectable } from 'kysely'
import type { MailsTable } from '../server/db/schema.ts'
import { decryptBody } from '../server/mail/encrypted-body.ts'
import type { Services } from '../server/services.ts'

/** An instance's mails in order, with readable bodies; with addresses, only those to them. */
export async function readMails(services: Services, ...to: string[]): Promise<Selectable<MailsTable>[]> {
  const mails = await services.database.read.selectFrom('mails').selectAll().orderBy('id').execute()
  return mails
    .filter(({ recipient }) => to.length === 0 || to.includes(recipient))
    .map((mail) => decryptBody(services.keys, mail))
}
