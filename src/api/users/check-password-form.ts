import { tooShortMessage } from '../../rules/messages.ts'
import type { Settings } from '../../server/env.ts'
import { invalid } from '../../server/http/http-error.ts'
import { easyToGuess, type PasswordOwner } from '../../server/passwords/easy-to-guess.ts'

/** The reason to refuse a new password: too short for this instance, or easy to guess. Null if accepted. */
export function passwordComplaint(
  password: string,
  owner: PasswordOwner,
  settings: Pick<Settings, 'passwordMin'>,
): string | null {
  return [...password].length < settings.passwordMin
    ? tooShortMessage(settings.passwordMin)
    : easyToGuess(password, owner)
}

/** Throws 422 for the field `password` if a new password is refused. */
export function checkPasswordForm(
  password: string,
  owner: PasswordOwner,
  settings: Pick<Settings, 'passwordMin'>,
): void {
  const complaint = passwordComplaint(password, owner, settings)
  if (complaint !== null) throw invalid('password', complaint)
}
