import type { Keys } from '../services.ts'

/** What a mail says: links in it open decks and accounts. */
interface MailBody {
  readonly text: string
  readonly html: string
}

const purpose = 'mail'
/** As Keys.encrypt gives it: no mail that was kept in clear, by an earlier Lectern, is one word. */
const sealedForm = /^[0-9a-f]{8}\.[\w-]+$/

/** The body as it waits in the database: a copy of the database opens none of its links. */
export function sealBody(keys: Keys, { text, html }: MailBody): MailBody {
  return { text: keys.encrypt(purpose, text), html: keys.encrypt(purpose, html) }
}

/** The same mail with its body readable. Throws when it was sealed with a key that this instance does not have. */
export function openBody<Kept extends MailBody>(keys: Keys, mail: Kept): Kept {
  const opened = (part: string) => (sealedForm.test(part) ? keys.decrypt(purpose, part) : part)
  return { ...mail, text: opened(mail.text), html: opened(mail.html) }
}
