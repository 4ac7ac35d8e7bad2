import type { ReactNode } from 'react'
import { limits } from '../../../rules/limits.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { isTeamSlugFree } from '../../data/name-availability.ts'
import { useApi, useSite } from '../../data/session-context.tsx'

/** Props of TeamSlugField. */
export interface TeamSlugFieldProps {
  /** The team's present slug, which counts as available. */
  own?: string
  hint?: ReactNode
  onChange?: (slug: string) => void
}

/** The name of a team's host, in lower case. Its availability is checked while the user types. */
export function TeamSlugField({ own, hint, onChange }: TeamSlugFieldProps) {
  const api = useApi()
  const { baseUrl } = useSite()
  return (
    <TextField
      name="slug"
      type="team-slug"
      label="Address"
      required
      lowerCase
      defaultValue={own}
      accepted={own}
      suffix={`.${new URL(baseUrl).host}`}
      hint={hint}
      // The field's value is lower-cased only on blur.
      isAvailable={async (slug) => slug.toLowerCase() === own || isTeamSlugFree(api, slug)}
      onChange={onChange}
      autoComplete="off"
      autoCapitalize="none"
      maxLength={limits.account.username}
    />
  )
}
