import { useRef, useState } from 'react'
import { messages } from '../../../rules/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Form, type FormFailure } from '../../../ui/form/form.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { useFocusFallback } from '../../../ui/take-focus.ts'
import { showError } from '../../../ui/toast/toast-store.ts'
import { ScriptsField, scriptFields, useScriptRows } from './scripts-field.tsx'
import styles from './settings-page.module.css'
import type { TeamSectionProps } from './team-section.ts'
import { useSaveTeam } from './use-save-team.ts'

/** A failure with the scripts' errors at their fields: the server names them by index, `scripts.0`. */
function atFields(failure: FormFailure | null, names: readonly string[]): FormFailure | null {
  if (!failure?.fields) return failure
  const { scripts: general, ...others } = failure.fields
  const fields = Object.entries(others).map(([key, text]) => [names[Number(key.split('.')[1])] ?? key, text])
  return { fields: Object.fromEntries(fields), message: general ?? failure.message }
}

function Scripts({ team, onSaved }: TeamSectionProps) {
  const save = useSaveTeam(onSaved)
  const stored = team.scripts ?? []
  const { keep, ...list } = useScriptRows(stored)
  const place = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusFallback(place)
  const submit = async (values: Record<string, string>) => {
    const filled = scriptFields(values)
    const names = filled.map(({ name }) => name)
    const failure = await save({ scripts: filled.map(({ address }) => address) })
    if (failure) return atFields(failure, names)
    keep(names)
    keepFocus()
    return null
  }
  return (
    <Form onSubmit={submit}>
      {({ busy }) => (
        <>
          <p className={styles.note}>
            For the themes of your team, in this order. They are loaded over HTTPS, and their authors can do with a deck
            what they like: list only those that you trust.
          </p>
          <ScriptsField {...list} place={place} />
          {(list.rows.length > 0 || stored.length > 0) && (
            <div>
              <Button type="submit" variant="primary" busy={busy}>
                Save
              </Button>
            </div>
          )}
        </>
      )}
    </Form>
  )
}

/** Stops all scripts of the team's themes at once, for when one of them does harm. */
function ScriptsSwitch({ team, onSaved }: TeamSectionProps) {
  const save = useSaveTeam(onSaved)
  const [busy, setBusy] = useState(false)
  const byOperator = team.scripts_stopped_by === 'operator'
  const change = async (stopped: boolean) => {
    setBusy(true)
    const failure = await save({ scripts_stopped: stopped })
    setBusy(false)
    if (failure) showError(Object.values(failure.fields ?? {})[0] ?? failure.message ?? messages.save.settingsFailed)
  }
  return (
    <Switch
      label="Run scripts of themes"
      hint={
        byOperator
          ? 'An operator of this instance stopped them.'
          : 'Without it neither these scripts nor those of your team’s themes run, in any deck, from the next view on.'
      }
      checked={team.scripts_stopped_by === null}
      disabled={busy || byOperator}
      onChange={({ target }) => void change(!target.checked)}
    />
  )
}

/** The addresses of the scripts for the team's themes, and whether any run. */
export function ScriptsForm({ team, onSaved }: TeamSectionProps) {
  if (team.scripts_allowed === false) {
    return <p className={styles.note}>This instance has no content host, without which scripts cannot be loaded.</p>
  }
  return (
    <>
      <ScriptsSwitch team={team} onSaved={onSaved} />
      <Scripts team={team} onSaved={onSaved} />
    </>
  )
}
