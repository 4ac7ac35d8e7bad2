import { tooShortMessage } from '../../rules/messages.ts'
import { invalid } from '../../server/http/http-error.ts'
import { easyToGuess, type PasswordOwner, type PasswordSite } from '../../server/passwords/easy-to-guess.ts'
import type { Services } from '../../server/services.ts'

/** What this instance requires of new passwords. */
export interface PasswordRules extends PasswordSite {
  /** Characters. */
  readonly passwordMin: number
}

/** Reads the rules for new passwords. */
export async function passwordRules({
  settings,
  instance,
}: Pick<Services, 'settings' | 'instance'>): Promise<PasswordRules> {
  return { passwordMin: settings.passwordMin, siteName: (await instance.read()).name }
}

/** The reason to refuse a new password: too short for this instance, or easy to guess. Null if accepted. */
export function passwordComplaint(password: string, owner: PasswordOwner, rules: PasswordRules): string | null {
  return [...password].length < rules.passwordMin
    ? tooShortMessage(rules.passwordMin)
    : easyToGuess(password, owner, rules)
}

/** Throws 422 for the field `password` if a new password is refused. */
export function checkPasswordForm(password: string, owner: PasswordOwner, rules: PasswordRules): void {
  const complaint = passwordComplaint(password, owner, rules)
  if (complaint !== null) throw invalid('password', complaint)
}
