import { useState } from 'react'
import { messages } from '../../../rules/messages.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { useSettledChoice } from '../../../ui/form/use-settled-choice.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { showError } from '../../../ui/toast/toast-store.ts'
import { defaultThemeOptions } from '../../data/default-theme-options.ts'
import styles from './settings-page.module.css'
import type { TeamSectionProps } from './team-section.ts'
import { useSaveTeam } from './use-save-team.ts'

/** The theme of new decks, and whether decks may be public. Each change is saved at once. */
export function DeckSettings({ team, onSaved }: TeamSectionProps) {
  const [shown, setShown] = useState(team)
  const [kept, setKept] = useState(team)
  if (kept !== team) {
    setKept(team)
    setShown(team)
  }
  const save = useSaveTeam(onSaved)
  const change = async (changes: Partial<Pick<typeof team, 'default_theme_id' | 'allow_public_decks'>>) => {
    setShown({ ...shown, ...changes })
    const failure = await save(changes)
    if (!failure) return
    setShown(team)
    showError(failure.message ?? Object.values(failure.fields ?? {})[0] ?? messages.save.settingsFailed)
  }
  const theme = useSettledChoice(String(shown.default_theme_id ?? ''), (id) =>
    change({ default_theme_id: id === '' ? null : Number(id) }),
  )
  return (
    <div className={styles.list}>
      <Switch
        label="Allow public decks"
        hint="Without it members can share their decks by private links, and decks that are public already stay so."
        checked={shown.allow_public_decks}
        onChange={(event) => void change({ allow_public_decks: event.target.checked })}
      />
      <SelectField
        label="Default theme"
        hint={
          <>
            New decks of the team begin with it. <PageLink to="/themes">Write themes</PageLink>
          </>
        }
        options={defaultThemeOptions(team.themes)}
        {...theme}
      />
    </div>
  )
}
