import type { Db } from '../db/open-database.ts'
import type { MailSubject } from '../services.ts'

/**
 * Deletes mails created before a time, with their addresses: sent ones, failed ones, and unsent ones of an instance
 * without a mail server.
 */
export async function deleteOldMails(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('mails').where('created_at', '<', before).execute()
}

/**
 * Deletes all mails to or from an address, including waiting ones, when its account is deleted. An address that was not
 * verified may be another person's, who still gets the invitations to it.
 */
export async function deleteMailsOf(
  db: Db,
  address: string,
  { verified }: { readonly verified: boolean },
): Promise<void> {
  const mails = db
    .deleteFrom('mails')
    .where((eb) => eb.or([eb('recipient', '=', address), eb('reply_to', '=', address)]))
  const other = mails.where((eb) => eb.or([eb('about', 'is', null), eb('about', 'not like', 'invitation:%')]))
  await (verified ? mails : other).execute()
}

/** Deletes all mails about these invitations and teams, including waiting ones, when they are deleted. */
export async function deleteMailsAbout(db: Db, subjects: readonly MailSubject[]): Promise<void> {
  if (subjects.length > 0) await db.deleteFrom('mails').where('about', 'in', subjects).execute()
}
