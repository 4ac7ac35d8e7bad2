import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Form, type FormFailure } from '../../../ui/form/form.tsx'
import { useFocusFallback } from '../../../ui/take-focus.ts'
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

/** The addresses of the scripts for the team's themes. */
export function ScriptsForm({ team, onSaved }: TeamSectionProps) {
  if (team.scripts_allowed === false) {
    return <p className={styles.note}>This instance has no content host, without which scripts can not be loaded.</p>
  }
  return <Scripts team={team} onSaved={onSaved} />
}
