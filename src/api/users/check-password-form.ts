import { tooShortMessage } from '../../rules/messages.ts'
import type { Settings } from '../../server/env.ts'
import { invalid } from '../../server/http/http-error.ts'
import { easyToGuess, type PasswordOwner } from '../../server/passwords/easy-to-guess.ts'

/** Why a new password can't be had: it is shorter than this instance wants, or easy to guess. Null when it can. */
export function passwordComplaint(
  password: string,
  owner: PasswordOwner,
  settings: Pick<Settings, 'passwordMin'>,
): string | null {
  return [...password].length < settings.passwordMin
    ? tooShortMessage(settings.passwordMin)
    : easyToGuess(password, owner)
}

/** Throws a 422 for the field `password` when a new password is shorter than this instance wants, or easy to guess. */
export function checkPasswordForm(
  password: string,
  owner: PasswordOwner,
  settings: Pick<Settings, 'passwordMin'>,
): void {
  const complaint = passwordComplaint(password, owner, settings)
  if (complaint !== null) throw invalid('password', complaint)
}
