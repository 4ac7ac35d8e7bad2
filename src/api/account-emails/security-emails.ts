import { product } from '../../rules/product.ts'
import { composeMail } from '../../server/mail/compose-mail.ts'
import type { Mail } from '../../server/services.ts'
import { greeting, type Recipient } from './emails.ts'

const notYou = 'If this was not you, choose a new password at once, and look at the other settings of your account.'

/** Composes the mail that confirms a new email address; sent there. */
export function confirmEmailMail(
  user: Recipient,
  { email, token }: { readonly email: string; readonly token: string },
  baseUrl: string,
): Mail {
  return composeMail({
    to: email,
    subject: `Confirm your e-mail address for ${product.name}`,
    paragraphs: [
      greeting(user),
      `the account ${user.username} is to have this e-mail address. The link is good for one day and works once. Until then the account keeps its present address.`,
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
    subject: `Your ${product.name} account is to have another e-mail address`,
    paragraphs: [
      greeting(user),
      'another e-mail address was asked for just now. This one stays in use until the other is confirmed.',
    ],
    button: { label: 'See or cancel the change', url: `${baseUrl}/users/edit#email` },
    note: `${notYou} A new password cancels the change.`,
  })
}

/** Composes the notice of a new API token. `tokenName`: as its owner named it. */
export function apiTokenCreatedMail(user: Recipient, tokenName: string, baseUrl: string): Mail {
  return composeMail({
    to: user.email,
    subject: `A new API token for your ${product.name} account`,
    paragraphs: [
      greeting(user),
      `an API token was created just now: “${tokenName}”. Programs that have it act as you.`,
    ],
    button: { label: 'See your API tokens', url: `${baseUrl}/users/edit#api-tokens` },
    note: 'If this was not you, delete the token there and choose a new password at once.',
  })
}

/** Composes the notice of an identity for single sign-on that was linked. `provider`: its host. */
export function identityLinkedMail(user: Recipient, provider: string, baseUrl: string): Mail {
  return composeMail({
    to: user.email,
    subject: `Single sign-on for your ${product.name} account`,
    paragraphs: [
      greeting(user),
      `your account can now be signed in to by ${provider}, without its password. It was linked just now.`,
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
    subject: `Two-step sign-in is ${state} for your ${product.name} account`,
    paragraphs: [greeting(user), `two-step sign-in was switched ${state} just now. ${effect}`],
    button: { label: 'Open your settings', url: `${baseUrl}/users/edit#two-step` },
    note: notYou,
  })
}

/** Composes the notice of a used recovery code. `left`: of the unused ones. */
export function recoveryCodeUsedMail(user: Recipient, left: number, baseUrl: string): Mail {
  return composeMail({
    to: user.email,
    subject: `A recovery code of your ${product.name} account was used`,
    paragraphs: [
      greeting(user),
      `a recovery code took the place of your authenticator app just now. Unused codes: ${left}.`,
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
    ? `the passkey “${name}” was created just now. It signs in without a password.`
    : `the passkey “${name}” was removed just now. It no longer signs in.`
  return composeMail({
    to: user.email,
    subject: `${what} your ${product.name} account`,
    paragraphs: [greeting(user), text],
    button: { label: 'See your passkeys', url: `${baseUrl}/users/edit#passkeys` },
    note: notYou,
  })
}
