import type { ReactNode } from 'react'
import { limits } from '../../../rules/limits.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { usernameIsFree } from '../../data/names-are-free.ts'
import { useApi } from '../../data/session-context.tsx'

/** Props of UsernameField. */
export interface UsernameFieldProps {
  /** The person's present name: it is theirs, so never taken. */
  own?: string
  prefix?: ReactNode
  hint?: ReactNode
}

/** The field of a username: in small letters, and whether it is free is asked while typing. */
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
      // The own name is lower-cased only when the field is left.
      isAvailable={async (name) => name.toLowerCase() === own || usernameIsFree(api, name)}
      autoComplete="username"
      autoCapitalize="none"
      maxLength={limits.account.username}
    />
  )
}
