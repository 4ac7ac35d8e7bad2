import { tooShortMessage } from '../../rules/messages.ts'
import type { Settings } from '../../server/env.ts'
import { invalid } from '../../server/http/http-error.ts'
import { easyToGuess, type PasswordOwner } from '../../server/passwords/easy-to-guess.ts'

/** Throws a 422 for the field `password` when a new password is shorter than this instance wants, or easy to guess. */
export function checkPasswordForm(
  password: string,
  owner: PasswordOwner,
  settings: Pick<Settings, 'passwordMin'>,
): void {
  if ([...password].length < settings.passwordMin) throw invalid('password', tooShortMessage(settings.passwordMin))
  const message = easyToGuess(password, owner)
  if (message !== null) throw invalid('password', message)
}
