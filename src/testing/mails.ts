import type { Selectable } from 'kysely'
import type { MailsTable } from '../server/db/schema.ts'
import { openBody } from '../server/mail/sealed-body.ts'
import type { Services } from '../server/services.ts'

/** The mails of an instance in their order, with readable bodies; with addresses, those to them alone. */
export async function readMails(services: Services, ...to: string[]): Promise<Selectable<MailsTable>[]> {
  const mails = await services.database.read.selectFrom('mails').selectAll().orderBy('id').execute()
  return mails
    .filter(({ recipient }) => to.length === 0 || to.includes(recipient))
    .map((mail) => openBody(services.keys, mail))
}
