import { useId } from 'react'
import { checkboxesOf, deckFields, type FieldCheckbox, type FieldNameOf } from '../../rules/deck-columns.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { autoSlideSeconds } from '../../rules/transitions.ts'
import { validateDeckSlug, validateTitle } from '../../rules/validators.ts'
import { isBuiltInId } from '../../themes/built-in-theme.ts'
import { actionNamed } from '../actions/index.ts'
import { setSettings } from '../commands/settings-commands.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { ActionRow } from './action-row.tsx'
import { CheckedText } from './checked-text.tsx'
import { FooterGroup } from './footer/footer-group.tsx'
import styles from './panel.module.css'
import { PanelGroup } from './panel-group.tsx'
import { panelTitle } from './panel-names.ts'
import { SlideSizeField } from './slide-size-field.tsx'
import { ThemeChoice, type ThemeSource } from './theme-choice.tsx'
import { ThemeOptions, type ThemeOptionsModel } from './theme-options.tsx'
import { useSetting } from './use-setting.ts'

/** The checkbox of a setting, with its hint. */
function Checkbox({ name }: { name: FieldNameOf<'flag'> }) {
  const id = useId()
  const [value, setValue] = useSetting(name)
  const { label, checkbox } = deckFields[name]
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
        {checkbox.hint}
      </p>
    </div>
  )
}

/** The checkboxes of a group, in their order. */
function Checkboxes({ group }: { group: FieldCheckbox['group'] }) {
  return checkboxesOf(group).map((name) => <Checkbox key={name} name={name} />)
}

function AutoSlide() {
  const id = useId()
  const [value, setValue] = useSetting('auto_slide_interval')
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{deckFields.auto_slide_interval.label}</label>
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
  const { model } = useEditorInstance()
  const description = useEditor(({ deck }) => deck.settings.description)
  return (
    <label className={styles.stacked}>
      <span>{deckFields.description.label}</span>
      <textarea
        className={styles.control}
        rows={3}
        maxLength={limits.deck.description}
        placeholder="What it is about; found by search and shown where the deck is linked"
        value={description}
        onChange={(event) =>
          model.apply(setSettings({ description: event.target.value }), { undo: 'merge', label: 'Description' })
        }
      />
    </label>
  )
}

/** The theme options of the deck; each choice is one undo step, and the slide shows it at once. */
function DeckThemeOptions({ proColors }: { proColors: boolean }) {
  const { model: editor } = useEditorInstance()
  const values = useEditor(({ deck }) => deck.settings)
  const model: ThemeOptionsModel = {
    values,
    set: (name, value) => {
      // A built-in theme has all colors and fonts of its own, which would hide the choice.
      const isHidden = isBuiltInId(values.theme_id) && (name === 'theme_color' || name === 'theme_font')
      const changes = { [name]: value, ...(isHidden ? { theme_id: null } : {}) }
      editor.apply(setSettings(changes), { undo: 'step', label: panelTitle('deck'), key: name })
    },
  }
  return (
    <ThemeOptions
      container={PanelGroup}
      model={model}
      proColors={proColors}
      moreFonts={<ActionRow actions={[actionNamed('custom-fonts')]} />}
    />
  )
}

/** Props of DeckPanel. */
export interface DeckPanelProps {
  /** The URL before the slug. */
  readonly address: string
  /** Whether the owner's plan has all colors. */
  readonly proColors: boolean
  readonly themes: ThemeSource
}

/** The Deck panel: title and address, theme, playback. */
export function DeckPanel({ address, proColors, themes }: DeckPanelProps) {
  const { services } = useEditorInstance()
  return (
    <>
      <PanelGroup title="Deck">
        <CheckedText
          name="title"
          label={deckFields.title.label}
          message={messages.deck.invalidTitle}
          validate={validateTitle}
        />
        <CheckedText
          name="slug"
          label={deckFields.slug.label}
          message={messages.deck.invalidSlug}
          validate={validateDeckSlug}
          isFree={services.slugIsFree}
          hint={address}
        />
        <Description />
      </PanelGroup>
      <PanelGroup title={deckFields.theme_id.label}>
        <ThemeChoice source={themes} />
      </PanelGroup>
      <DeckThemeOptions proColors={proColors} />
      <PanelGroup title="Presenting">
        <AutoSlide />
        <Checkboxes group="Presenting" />
      </PanelGroup>
      <PanelGroup title="Layout">
        <SlideSizeField />
        <Checkboxes group="Layout" />
      </PanelGroup>
      <FooterGroup />
      <PanelGroup title="HTML">
        <ActionRow actions={[actionNamed('edit-html'), actionNamed('import-file')]} />
      </PanelGroup>
    </>
  )
}
