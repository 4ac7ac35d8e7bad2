import { composeMail, siteName } from '../../server/mail/compose-mail.ts'
import type { Mail } from '../../server/services.ts'

/** Composes the test mail that an operator asks for. */
export function testMail(user: { email: string }, baseUrl: string): Mail {
  return composeMail({
    to: user.email,
    subject: `Test mail of ${siteName}`,
    paragraphs: ['Hello,', `This is the test mail that you asked for in the console. Mails of ${siteName} arrive.`],
    button: { label: 'Open the console', url: `${baseUrl}/admin/settings` },
  })
}
