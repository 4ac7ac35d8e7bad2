import { useId } from 'react'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { autoSlideSeconds } from '../../rules/transitions.ts'
import { validateDeckSlug, validateTitle } from '../../rules/validators.ts'
import { actionNamed } from '../actions/index.ts'
import { setSettings } from '../commands/settings-commands.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { ActionRow } from './action-row.tsx'
import { CheckedText } from './checked-text.tsx'
import styles from './panel.module.css'
import { PanelGroup } from './panel-group.tsx'
import { ThemeOptions } from './theme-options.tsx'
import { useSetting } from './use-setting.ts'

type SwitchName = 'center' | 'should_loop' | 'rtl' | 'slide_number' | 'share_notes' | 'rolling_links'

/** A setting that is on or off, and what it means in a sentence. */
interface SwitchProps {
  readonly name: SwitchName
  readonly label: string
  readonly hint: string
}

const presenting: readonly SwitchProps[] = [
  { name: 'should_loop', label: 'Loop', hint: 'The first slide follows the last one' },
  { name: 'slide_number', label: 'Slide numbers', hint: 'Each slide shows its number' },
  { name: 'share_notes', label: 'Share notes', hint: 'Everybody who sees the deck may read the speaker notes' },
]
const layout: readonly SwitchProps[] = [
  { name: 'center', label: 'Centre slides', hint: 'What flows on a slide stands in the middle of its height' },
  { name: 'rtl', label: 'Right to left', hint: 'Slides follow one another from right to left' },
  { name: 'rolling_links', label: 'Rolling links', hint: 'Links turn over when they are pointed at' },
]

function Switch({ name, label, hint }: SwitchProps) {
  const id = useId()
  const [value, setValue] = useSetting(name)
  return (
    <div className={styles.switch}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={value}
          aria-describedby={id}
          onChange={(event) => setValue(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      <p id={id} className={styles.note}>
        {hint}
      </p>
    </div>
  )
}

function AutoSlide() {
  const id = useId()
  const [value, setValue] = useSetting('auto_slide_interval')
  return (
    <div className={styles.row}>
      <label htmlFor={id}>Auto-slide</label>
      <select
        id={id}
        className={styles.control}
        value={value}
        onChange={(event) => setValue(Number(event.target.value))}
      >
        <option value={0}>Off</option>
        {autoSlideSeconds.map((seconds) => (
          <option key={seconds} value={seconds * 1000}>
            {seconds} seconds
          </option>
        ))}
      </select>
    </div>
  )
}

function Description() {
  const editor = useEditorInstance()
  const description = useEditor(({ deck }) => deck.settings.description)
  return (
    <label className={styles.stacked}>
      <span>Description</span>
      <textarea
        className={styles.control}
        rows={3}
        maxLength={limits.deck.description}
        placeholder="What it is about; found by search and shown where the deck is linked"
        value={description}
        onChange={(event) =>
          editor.apply(setSettings({ description: event.target.value }), { undo: 'merge', label: 'Description' })
        }
      />
    </label>
  )
}

/** What holds for the whole deck: its name and address, its look, how it plays. `address`: what stands before the slug. */
export function DeckPanel({ address, paid }: { address: string; paid: boolean }) {
  const { services } = useEditorInstance()
  return (
    <>
      <PanelGroup title="Deck">
        <CheckedText
          name="title"
          label="Title"
          maxLength={limits.deck.title}
          message={messages.deck.invalidTitle}
          validate={validateTitle}
        />
        <CheckedText
          name="slug"
          label="Address"
          maxLength={limits.deck.slug}
          message={messages.deck.invalidSlug}
          validate={validateDeckSlug}
          isFree={services.slugIsFree}
          hint={address}
        />
        <Description />
      </PanelGroup>
      <ThemeOptions paid={paid} />
      <PanelGroup title="Presenting">
        <AutoSlide />
        {presenting.map((one) => (
          <Switch key={one.name} {...one} />
        ))}
      </PanelGroup>
      <PanelGroup title="Layout">
        {layout.map((one) => (
          <Switch key={one.name} {...one} />
        ))}
      </PanelGroup>
      <PanelGroup title="HTML">
        <ActionRow actions={[actionNamed('edit-html'), actionNamed('import-html')]} />
      </PanelGroup>
    </>
  )
}
