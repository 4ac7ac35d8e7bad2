import { useState } from 'react'
import { teamsContracts } from '../../../api/teams/contract.ts'
import { usersContracts } from '../../../api/users/contract.ts'
import { messages } from '../../../rules/messages.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { useSettledChoice } from '../../../ui/form/use-settled-choice.ts'
import { showError } from '../../../ui/toast/toast-store.ts'
import { defaultThemeOptions } from '../../data/default-theme-options.ts'
import { useRefresh } from '../../data/refresh.ts'
import { useApi } from '../../data/session-context.tsx'
import type { ThemeSummary } from './load-themes.ts'
import styles from './themes-page.module.css'

interface DefaultProps {
  readonly label: string
  readonly hint: string
  readonly themes: readonly ThemeSummary[]
  readonly value: number | null
  save(id: number | null): Promise<unknown>
}

/** A choice of the theme that new decks begin with, saved at once. */
function DefaultTheme({ label, hint, themes, value, save }: DefaultProps) {
  const refresh = useRefresh()
  const [shown, setShown] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setShown(value)
  }
  const choice = useSettledChoice(String(shown ?? ''), async (chosen) => {
    const id = chosen === '' ? null : Number(chosen)
    setShown(id)
    try {
      await save(id)
    } catch {
      setShown(value)
      showError(messages.theme.defaultFailed)
      return
    }
    await refresh()
  })
  return <SelectField label={label} hint={hint} options={defaultThemeOptions(themes)} {...choice} />
}

/** Props of DefaultThemes. `team` null: the user manages none. */
export interface DefaultThemesProps {
  readonly themes: readonly ThemeSummary[]
  readonly ownDefault: number | null
  readonly team: { readonly name: string; readonly defaultTheme: number | null } | null
}

/** The themes that new decks begin with: those of the team's members, and the user's own. */
export function DefaultThemes({ themes, ownDefault, team }: DefaultThemesProps) {
  const api = useApi()
  return (
    <div className={styles.defaults}>
      {team && (
        <DefaultTheme
          label={`Default of ${team.name}`}
          hint="New decks of its members begin with it."
          themes={themes.filter(({ team_id: teamId }) => teamId !== null)}
          value={team.defaultTheme}
          save={(id) => api.call(teamsContracts.change, { body: { team: { default_theme_id: id } } })}
        />
      )}
      <DefaultTheme
        label="Your default"
        hint={team ? 'Your own new decks begin with it, before the team’s.' : 'Your new decks begin with it.'}
        themes={themes}
        value={ownDefault}
        save={(id) => api.call(usersContracts.change, { body: { user: { default_theme_id: id } } })}
      />
    </div>
  )
}
