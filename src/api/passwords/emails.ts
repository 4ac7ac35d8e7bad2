import { product } from '../../rules/product.ts'
import { composeMail } from '../../server/mail/compose-mail.ts'
import type { Mail } from '../../server/services.ts'

/** Brings the link for a new password. */
export function resetMail(
  user: { username: string; name: string | null; email: string },
  token: string,
  baseUrl: string,
): Mail {
  return composeMail({
    to: user.email,
    subject: `A new password for ${product.name}`,
    paragraphs: [
      `Hello ${user.name ?? user.username},`,
      `somebody, probably you, asked for a new password for ${user.username}. The link is good for one hour and works once.`,
    ],
    button: { label: 'Choose a new password', url: `${baseUrl}/users/password/edit?reset_password_token=${token}` },
    note: 'If it was not you, you need not do anything: your password stays as it is.',
  })
}
