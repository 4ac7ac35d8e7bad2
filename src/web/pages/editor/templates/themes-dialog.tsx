import { useEffect, useState } from 'react'
import type { ApiClient } from '../../../../api/client.ts'
import { type ThemeSummary, themesContracts } from '../../../../api/themes/contract.ts'
import { messages } from '../../../../rules/messages.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { DialogButtons } from '../../../../ui/form-dialog.tsx'
import { FailedNotice, LoadingNotice } from '../../../../ui/notice.tsx'
import { showError } from '../../../../ui/toast/toast-store.ts'
import styles from './themes-dialog.module.css'
import type { SavedTemplate } from './use-templates.ts'

type Themes =
  | { readonly state: 'loading' | 'failed' }
  | { readonly state: 'loaded'; readonly list: readonly ThemeSummary[] }

/** Makes a template available with exactly these themes; none: with all. */
async function limitTo(api: ApiClient, template: SavedTemplate, themeIds: readonly number[]): Promise<void> {
  const body = { slide_template_ids: [template.id] }
  const added = themeIds.filter((id) => !template.themeIds.includes(id))
  const removed = template.themeIds.filter((id) => !themeIds.includes(id))
  for (const id of added) await api.call(themesContracts.addTemplates, { params: { id }, body })
  for (const id of removed) await api.call(themesContracts.removeTemplates, { params: { id }, body })
}

interface ChoiceProps {
  readonly list: readonly ThemeSummary[]
  readonly all: boolean
  readonly chosen: readonly number[]
  onChange(all: boolean, chosen: readonly number[]): void
}

function Choice({ list, all, chosen, onChange }: ChoiceProps) {
  const toggle = (id: number) => (chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <fieldset className={styles.choice}>
      <legend>Available with</legend>
      <label>
        <input type="radio" name="themes" checked={all} onChange={() => onChange(true, chosen)} />
        All themes
      </label>
      <label>
        <input
          type="radio"
          name="themes"
          checked={!all}
          disabled={list.length === 0}
          onChange={() => onChange(false, chosen)}
        />
        Selected themes
      </label>
      {list.length === 0 && <p className={styles.note}>The team has no themes yet.</p>}
      {!all && (
        <ul className={styles.themes}>
          {list.map(({ id, name }) => (
            <li key={id}>
              <label>
                <input type="checkbox" checked={chosen.includes(id)} onChange={() => onChange(false, toggle(id))} />
                {name}
              </label>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}

/** Props of ThemesDialog. */
export interface ThemesDialogProps {
  readonly api: ApiClient
  readonly template: SavedTemplate
  onSaved(themeIds: readonly number[]): void
  onClose(): void
}

/** Chooses the themes that a team template is available with. */
export function ThemesDialog({ api, template, onSaved, onClose }: ThemesDialogProps) {
  const [themes, setThemes] = useState<Themes>({ state: 'loading' })
  const [all, setAll] = useState(template.themeIds.length === 0)
  const [chosen, setChosen] = useState(template.themeIds)
  const [busy, setBusy] = useState(false)
  const load = () => {
    setThemes({ state: 'loading' })
    api.call(themesContracts.list).then(
      ({ results }) => setThemes({ state: 'loaded', list: results.filter((one) => one.team_id !== null) }),
      () => setThemes({ state: 'failed' }),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(load, [])
  const save = async () => {
    const wanted = all ? [] : chosen
    if (!all && wanted.length === 0) return showError('Choose at least one theme')
    setBusy(true)
    try {
      await limitTo(api, template, wanted)
      onSaved(wanted)
      onClose()
    } catch {
      setBusy(false)
      showError(messages.template.saveFailed)
    }
  }
  return (
    <Dialog open onClose={onClose} title={`Themes of “${template.label}”`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {themes.state === 'loading' && <LoadingNotice label="Loading the themes" />}
        {themes.state === 'failed' && <FailedNotice text={messages.template.loadFailed} onRetry={load} />}
        {themes.state === 'loaded' && (
          <Choice
            {...{ list: themes.list, all, chosen }}
            onChange={(nextAll, nextChosen) => {
              setAll(nextAll)
              setChosen(nextChosen)
            }}
          />
        )}
        <DialogButtons action="Save" busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
