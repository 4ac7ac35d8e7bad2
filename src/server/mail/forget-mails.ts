import type { Db } from '../db/open-database.ts'

/**
 * Deletes mails from before a moment, with the addresses they went to: those that are sent, those that were given up,
 * and those of an instance without a mail server, which nobody will send any more.
 */
export async function forgetOldMails(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('mails').where('created_at', '<', before).execute()
}

/** Deletes the mails to an address and those in its name, also those that wait: its account goes. */
export async function forgetMailsOf(db: Db, address: string): Promise<void> {
  await db
    .deleteFrom('mails')
    .where((eb) => eb.or([eb('recipient', '=', address), eb('reply_to', '=', address)]))
    .execute()
}
