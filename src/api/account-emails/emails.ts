import { composeMail, siteName } from '../../server/mail/compose-mail.ts'
import type { Mail } from '../../server/services.ts'

/** The recipient of an account mail. */
export interface Recipient {
  readonly username: string
  readonly name: string | null
  readonly email: string
}

/** The first line of a mail to a user. */
export function greeting(user: Recipient): string {
  return `Hello ${user.name ?? user.username},`
}

const notYou = 'If this was not you, ask for a new password at once and sign out everywhere on your account page.'

/** Composes the welcome mail. `baseUrl`: of the instance. */
export function welcomeMail(user: Recipient, baseUrl: string): Mail {
  return composeMail({
    to: user.email,
    subject: `Welcome to ${siteName}`,
    paragraphs: [
      greeting(user),
      `your account is ready. Your decks live at ${baseUrl}/${user.username}, and a new one is one click away.`,
    ],
    button: { label: 'Make a deck', url: `${baseUrl}/${user.username}/new` },
    note: 'You get this mail because this address was used to sign up. If it was not you, you can ignore it.',
  })
}

/** Composes the mail of a password reset. */
export function resetMail(user: Recipient, token: string, baseUrl: string): Mail {
  return composeMail({
    to: user.email,
    subject: `A new password for ${siteName}`,
    paragraphs: [
      greeting(user),
      `somebody, probably you, asked for a new password for ${user.username}. The link is good for one hour and works once.`,
    ],
    button: { label: 'Choose a new password', url: `${baseUrl}/users/password/edit?reset_password_token=${token}` },
    note: 'If it was not you, you need not do anything: your password stays as it is.',
  })
}

/** Composes the notice of a changed password. */
export function passwordChangedMail(user: Recipient, baseUrl: string): Mail {
  return composeMail({
    to: user.email,
    subject: `Your ${siteName} password was changed`,
    paragraphs: [greeting(user), 'your password was changed just now, and every other device was signed out.'],
    button: { label: 'Ask for a new password', url: `${baseUrl}/users/password/new` },
    note: notYou,
  })
}

/**
 * Composes the notice of a changed email address, sent to the old one. It does not contain the new address: the reader
 * may not be the owner.
 */
export function emailChangedMail(user: Recipient, oldEmail: string, baseUrl: string): Mail {
  return composeMail({
    to: oldEmail,
    subject: `Your ${siteName} e-mail address was changed`,
    paragraphs: [greeting(user), 'your account has another e-mail address now, and this one is no longer used.'],
    button: { label: 'Contact us', url: `${baseUrl}/contact` },
    note: 'If this was not you, contact us at once.',
  })
}

/** Composes the confirmation of a deleted account. */
export function accountDeletedMail(user: Recipient, baseUrl: string): Mail {
  return composeMail({
    to: user.email,
    subject: `Your ${siteName} account was deleted`,
    paragraphs: [greeting(user), 'your account and everything in it were deleted, as you asked.'],
    button: { label: `Open ${siteName}`, url: baseUrl },
  })
}
