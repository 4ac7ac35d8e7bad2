import type { ReactNode } from 'react'
import { limits } from '../../../rules/limits.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { isUsernameFree } from '../../data/name-availability.ts'
import { useApi } from '../../data/session-context.tsx'

/** Props of UsernameField. */
export interface UsernameFieldProps {
  /** The user's current username, which counts as available. */
  own?: string
  prefix?: ReactNode
  hint?: ReactNode
}

/** A username in lower case. Its availability is checked while the user types. */
export function UsernameField({ own, prefix, hint }: UsernameFieldProps) {
  const api = useApi()
  return (
    <TextField
      name="username"
      type="username"
      label="Username"
      required
      lowerCase
      defaultValue={own}
      accepted={own}
      prefix={prefix}
      hint={hint}
      // The field's value is lower-cased only on blur.
      isAvailable={async (name) => name.toLowerCase() === own || isUsernameFree(api, name)}
      autoComplete="username"
      autoCapitalize="none"
      maxLength={limits.account.username}
    />
  )
}
