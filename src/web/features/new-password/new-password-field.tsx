import { limits } from '../../../rules/limits.ts'
import { TextField } from '../../../ui/form/text-field.tsx'

/** The field for a password that is set: of a new account, or in place of the current one. */
export function NewPasswordField({ label }: { label: 'Password' | 'New password' }) {
  return (
    <TextField
      name="password"
      type="password"
      label={label}
      required
      autoComplete="new-password"
      hint={`At least ${limits.account.passwordMin} characters; longer is better.`}
    />
  )
}
