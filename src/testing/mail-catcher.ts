import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail server on this machine that stores received mails. */
export interface MailCatcher {
  /** Delivered mails, oldest first. */
  readonly mails: Email[]
  /** Its host and port. */
  readonly host: string
  /** The SMTP status with which it refuses mails; null: it accepts them. */
  refusal: number | null
  stop(): Promise<void>
}

/** Starts a mail catcher on a free port. */
export async function startMailCatcher(): Promise<MailCatcher> {
  const mails: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { refusal } = catcher
        if (refusal !== null) return done(Object.assign(new Error('Mailbox unknown'), { responseCode: refusal }))
        void PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          mails.push(mail)
          done()
        }, done)
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const catcher: MailCatcher = {
    mails,
    host: `127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    refusal: null,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return catcher
}
