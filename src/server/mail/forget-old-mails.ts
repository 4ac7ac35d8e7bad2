import type { Db } from '../db/open-database.ts'

/**
 * Deletes mails from before a moment, with whom they went to: those that are out, those that were given up, and those
 * of an instance without a mail server, which nobody will send any more.
 */
export async function forgetOldMails(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('mails').where('created_at', '<', before).execute()
}
