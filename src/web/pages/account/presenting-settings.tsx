import { useRef, useState } from 'react'
import type { Received } from '../../../api/contract.ts'
import { userSettingsContracts } from '../../../api/user-settings/contract.ts'
import { messages } from '../../../rules/messages.ts'
import { speakerLayouts } from '../../../rules/speaker-layouts.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { useSettledChoice } from '../../../ui/form/use-settled-choice.ts'
import { showError } from '../../../ui/toast/toast-store.ts'
import { useApi } from '../../data/session-context.tsx'
import styles from './presenting-settings.module.css'

type Settings = Received<(typeof userSettingsContracts)['read']['output']>

const switches = [
  {
    key: 'present_controls',
    label: 'Show controls',
    hint: 'The arrows in the corner of the slide, for the audience too.',
  },
  { key: 'present_notes', label: 'Show notes', hint: 'Your audience may read the notes of decks that share them.' },
  { key: 'present_upsizing', label: 'Enable upsizing', hint: 'Slides grow beyond their own size.' },
] as const

const layouts = speakerLayouts.map(({ id, title }) => ({ value: id, label: title }))

/**
 * The user's presentation defaults. Each change is saved at once; a newer change of the same setting aborts the pending
 * request.
 */
export function PresentingSettings({ settings: first }: { settings: Settings }) {
  const api = useApi()
  const [settings, setSettings] = useState(first)
  const pending = useRef(new Map<keyof Settings, AbortController>())
  const change = async (changes: Partial<Settings>) => {
    const key = Object.keys(changes)[0] as keyof Settings
    const before = settings
    pending.current.get(key)?.abort()
    const abort = new AbortController()
    pending.current.set(key, abort)
    setSettings({ ...settings, ...changes })
    try {
      await api.call(userSettingsContracts.change, { body: { user_settings: changes }, signal: abort.signal })
    } catch {
      if (abort.signal.aborted) return
      setSettings((now) => ({ ...now, [key]: before[key] }))
      showError(messages.save.settingsFailed)
    }
  }
  const layout = useSettledChoice(settings.speaker_layout, (speaker_layout) => change({ speaker_layout }))
  return (
    <div className={styles.list}>
      {switches.map(({ key, label, hint }) => (
        <Switch
          key={key}
          label={label}
          hint={hint}
          checked={settings[key]}
          onChange={(event) => void change({ [key]: event.target.checked })}
        />
      ))}
      <SelectField label="Speaker view" options={layouts} {...layout} />
    </div>
  )
}
