import type { Keys } from '../services.ts'

/** The body of a mail: its links grant access to decks and accounts. */
interface MailBody {
  readonly text: string
  readonly html: string
}

const purpose = 'mail'
/** The form of Keys.encrypt's result. A body that an earlier version stored unencrypted never matches. */
const encryptedForm = /^[0-9a-f]{8}\.[\w-]+$/

/** Encrypts a body for storage: a database dump reveals none of its links. */
export function encryptBody(keys: Keys, { text, html }: MailBody): MailBody {
  return { text: keys.encrypt(purpose, text), html: keys.encrypt(purpose, html) }
}

/** Decrypts a mail's body. Throws if it was encrypted with a key that this instance does not have. */
export function decryptBody<Kept extends MailBody>(keys: Keys, mail: Kept): Kept {
  const opened = (part: string) => (encryptedForm.test(part) ? keys.decrypt(purpose, part) : part)
  return { ...mail, text: opened(mail.text), html: opened(mail.html) }
}
