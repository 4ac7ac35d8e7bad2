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

const notYou = 'If this was not you, choose a new password at once, and look at the other settings of your account.'

/** Composes the welcome mail. `baseUrl`: of the instance. */
export function welcomeMail(user: Recipient, baseUrl: string): Mail {
  return composeMail({
    to: user.email,
    subject: `Welcome to ${siteName}`,
    paragraphs: [
      greeting(user),
      `Your account is ready. Your decks live at ${baseUrl}/${user.username}, and a new one is one click away.`,
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
      `Somebody, probably you, asked for a new password for ${user.username}. The link is good for one hour and works once.`,
    ],
    button: { label: 'Choose a new password', url: `${baseUrl}/users/password/edit?reset_password_token=${token}` },
    note: 'If it was not you, you need not do anything: your password stays as it is.',
  })
}

/** Composes the notice of a changed password. `endedTokens`: how many API tokens were deleted with it. */
export function passwordChangedMail(user: Recipient, endedTokens: number, baseUrl: string): Mail {
  const tokens = endedTokens > 0 ? ['Your API tokens were deleted: programs that used them need new ones.'] : []
  return composeMail({
    to: user.email,
    subject: `Your ${siteName} password was changed`,
    paragraphs: [
      greeting(user),
      'Your password was changed just now, and every other device was signed out.',
      ...tokens,
    ],
    button: { label: 'Ask for a new password', url: `${baseUrl}/users/password/new` },
    note: 'If this was not you, ask for a new password at once: that signs everybody out and deletes all API tokens. Then look at the passkeys and the single sign-on in your settings, which stay.',
  })
}

/** Composes the mail that confirms a new email address; sent there. */
export function confirmEmailMail(
  user: Recipient,
  { email, token }: { readonly email: string; readonly token: string },
  baseUrl: string,
): Mail {
  return composeMail({
    to: email,
    subject: `Confirm your e-mail address for ${siteName}`,
    paragraphs: [
      greeting(user),
      `The account ${user.username} is to have this e-mail address. The link is good for one day and works once. Until then the account keeps its present address.`,
    ],
    button: { label: 'Confirm the address', url: `${baseUrl}/users/email/confirm?email_token=${token}` },
    note: 'If you have no such account, you need not do anything.',
  })
}

/**
 * Composes the notice of a requested change, sent to the present address. It does not contain the new address: the
 * reader may not be the owner.
 */
export function emailChangeAskedMail(user: Recipient, baseUrl: string): Mail {
  return composeMail({
    to: user.email,
    subject: `Your ${siteName} account is to have another e-mail address`,
    paragraphs: [
      greeting(user),
      'Another e-mail address was asked for just now. This one stays in use until the other is confirmed.',
    ],
    button: { label: 'See or cancel the change', url: `${baseUrl}/users/edit#email` },
    note: `${notYou} A new password cancels the change.`,
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
    paragraphs: [greeting(user), 'Your account has another e-mail address now, and this one is no longer used.'],
    button: { label: 'Contact us', url: `${baseUrl}/contact` },
    note: 'If this was not you, contact us at once.',
  })
}

/** Composes the notice of a new API token. `tokenName`: as its owner named it. */
export function apiTokenCreatedMail(user: Recipient, tokenName: string, baseUrl: string): Mail {
  return composeMail({
    to: user.email,
    subject: `A new API token for your ${siteName} account`,
    paragraphs: [
      greeting(user),
      `An API token was created just now: “${tokenName}”. Programs that have it act as you.`,
    ],
    button: { label: 'See your API tokens', url: `${baseUrl}/users/edit#api-tokens` },
    note: 'If this was not you, delete the token there and choose a new password at once.',
  })
}

/** Composes the notice of an identity for single sign-on that was linked. `provider`: its host. */
export function identityLinkedMail(user: Recipient, provider: string, baseUrl: string): Mail {
  return composeMail({
    to: user.email,
    subject: `Single sign-on for your ${siteName} account`,
    paragraphs: [
      greeting(user),
      `Your account can now be signed in to by ${provider}, without its password. It was linked just now.`,
    ],
    button: { label: 'See what is linked', url: `${baseUrl}/users/edit#single-sign-on` },
    note: notYou,
  })
}

/** Composes the notice that the second step was switched on or off. */
export function twoStepChangedMail(user: Recipient, isOn: boolean, baseUrl: string): Mail {
  const state = isOn ? 'on' : 'off'
  const effect = isOn
    ? 'From now on signing in asks for a code of your authenticator app after the password.'
    : 'Signing in asks for your password only.'
  return composeMail({
    to: user.email,
    subject: `Two-step sign-in is ${state} for your ${siteName} account`,
    paragraphs: [greeting(user), `Two-step sign-in was switched ${state} just now. ${effect}`],
    button: { label: 'Open your settings', url: `${baseUrl}/users/edit#two-step` },
    note: notYou,
  })
}

/** Composes the notice of a used recovery code. `left`: of the unused ones. */
export function recoveryCodeUsedMail(user: Recipient, left: number, baseUrl: string): Mail {
  return composeMail({
    to: user.email,
    subject: `A recovery code of your ${siteName} account was used`,
    paragraphs: [
      greeting(user),
      `A recovery code took the place of your authenticator app just now. Unused codes: ${left}.`,
    ],
    button: { label: 'Make new recovery codes', url: `${baseUrl}/users/edit#two-step` },
    note: notYou,
  })
}

/** Composes the notice of a new or removed passkey. */
export function passkeyChangedMail(
  user: Recipient,
  { name, isNew }: { readonly name: string; readonly isNew: boolean },
  baseUrl: string,
): Mail {
  const what = isNew ? 'A new passkey for' : 'A passkey was removed from'
  const text = isNew
    ? `The passkey “${name}” was created just now. It signs in without a password.`
    : `The passkey “${name}” was removed just now. It no longer signs in.`
  return composeMail({
    to: user.email,
    subject: `${what} your ${siteName} account`,
    paragraphs: [greeting(user), text],
    button: { label: 'See your passkeys', url: `${baseUrl}/users/edit#passkeys` },
    note: notYou,
  })
}

/** Composes the confirmation of a deleted account. */
export function accountDeletedMail(user: Recipient, baseUrl: string): Mail {
  return composeMail({
    to: user.email,
    subject: `Your ${siteName} account was deleted`,
    paragraphs: [
      greeting(user),
      'Your account and everything personal in it were deleted, as you asked. Decks of a team stayed with the team.',
    ],
    button: { label: `Open ${siteName}`, url: baseUrl },
  })
}
