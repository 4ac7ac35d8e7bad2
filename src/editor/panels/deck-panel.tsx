import { useEffect, useId, useState } from 'react'
import type { DeckSettings } from '../../document/types.ts'
import { isUntitled } from '../../rules/deck-url.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { type Option, offered } from '../../rules/options.ts'
import { themeColors } from '../../rules/theme-colors.ts'
import { themeFonts } from '../../rules/theme-fonts.ts'
import { autoSlideSeconds, backgroundTransitions, transitions } from '../../rules/transitions.ts'
import { type Validator, validateDeckSlug, validateTitle } from '../../rules/validators.ts'
import { setSettings } from '../commands/settings-commands.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import styles from './panel.module.css'
import { PanelGroup } from './panel-group.tsx'

function useSetting<K extends keyof DeckSettings>(name: K): [DeckSettings[K], (value: DeckSettings[K]) => void] {
  const editor = useEditorInstance()
  const value = useEditor(({ deck }) => deck.settings[name])
  return [
    value,
    (next) => editor.apply(setSettings({ [name]: next }), { undo: 'step', label: 'Deck settings', key: name }),
  ]
}

interface CheckedTextProps {
  readonly name: 'title' | 'slug'
  readonly label: string
  readonly maxLength: number
  /** What is said of a value that can't be saved. */
  readonly message: string
  readonly validate: Validator
  readonly hint?: string
}

/** A text that must be right before it becomes part of the deck; until then it stays in the field, with the reason. */
export function CheckedText({ name, label, maxLength, message, validate, hint }: CheckedTextProps) {
  const { services } = useEditorInstance()
  const [stored, setValue] = useSetting(name)
  // A title that nobody chose counts as none: the field is empty, and its placeholder says so.
  const value = name === 'title' && isUntitled(stored ?? '') ? '' : (stored ?? '')
  const [text, setText] = useState(value)
  const [error, setError] = useState<string | null>(null)
  const id = useId()
  useEffect(() => {
    setText(value)
    setError(null)
  }, [value])
  const commit = () => {
    const trimmed = text.trim()
    if (trimmed === value) return setError(null)
    const problem = validate(trimmed)
    if (problem === null) return setValue(trimmed)
    setError(trimmed === '' ? messages.form.empty : problem)
    services.notify(message, 'error')
  }
  return (
    <label className={styles.stacked} htmlFor={id}>
      <span>{label}</span>
      <input
        id={id}
        className={styles.control}
        value={text}
        maxLength={maxLength}
        placeholder={name === 'title' ? 'Untitled' : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      <span id={`${id}-error`} className={error ? styles.error : styles.note} role={error ? 'alert' : undefined}>
        {error ?? hint}
      </span>
    </label>
  )
}

function Choice(props: {
  name: 'theme_font' | 'transition' | 'background_transition'
  label: string
  options: readonly Option[]
}) {
  const [value, setValue] = useSetting(props.name)
  const list = offered(props.options)
  // A choice that is no longer offered stays chosen on decks that have it.
  const kept = props.options.filter((option) => option.id === value && !list.includes(option))
  return (
    <label className={styles.row}>
      <span>{props.label}</span>
      <select className={styles.control} value={value} onChange={(event) => setValue(event.target.value)}>
        {[...list, ...kept].map((option) => (
          <option key={option.id} value={option.id} title={option.tooltip}>
            {option.title}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The 18 colours, each drawn as a small slide. A pro colour leads people without a paid plan to the plans. */
function Colors({ paid }: { paid: boolean }) {
  const [value, setValue] = useSetting('theme_color')
  return (
    <fieldset className={styles.swatches} aria-label="Colours">
      {themeColors.map((color) => (
        <label key={color.id} className={styles.swatch} title={color.tooltip}>
          <input
            type="radio"
            name="theme-color"
            aria-label={color.title}
            checked={color.id === value}
            onChange={() => (color.pro && !paid ? window.open('/pricing') : setValue(color.id))}
          />
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <rect width="24" height="24" fill={color.background} />
            <rect x="5" y="7" width="14" height="3" rx="1" fill={color.heading} />
            <rect x="5" y="13" width="8" height="2" rx="1" fill={color.text} />
            <rect x="15" y="13" width="4" height="2" rx="1" fill={color.link} />
          </svg>
        </label>
      ))}
    </fieldset>
  )
}

const switches = [
  ['center', 'Centre slides vertically'],
  ['should_loop', 'Begin again after the last slide'],
  ['rtl', 'Right to left'],
  ['slide_number', 'Show slide numbers'],
  ['share_notes', 'Show notes to viewers'],
  ['rolling_links', 'Rolling links'],
] as const

function Switch({ name, label }: { name: (typeof switches)[number][0]; label: string }) {
  const [value, setValue] = useSetting(name)
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={value} onChange={(event) => setValue(event.target.checked)} />
      <span>{label}</span>
    </label>
  )
}

function AutoSlide() {
  const [value, setValue] = useSetting('auto_slide_interval')
  return (
    <label className={styles.row}>
      <span>Auto-slide</span>
      <select className={styles.control} value={value} onChange={(event) => setValue(Number(event.target.value))}>
        <option value={0}>Off</option>
        {autoSlideSeconds.map((seconds) => (
          <option key={seconds} value={seconds * 1000}>
            {seconds} seconds
          </option>
        ))}
      </select>
    </label>
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
          hint={address}
        />
        <Description />
      </PanelGroup>
      <PanelGroup title="Look">
        <Colors paid={paid} />
        <Choice name="theme_font" label="Font" options={themeFonts} />
        <Choice name="transition" label="Transition" options={transitions} />
        <Choice name="background_transition" label="Background" options={backgroundTransitions} />
      </PanelGroup>
      <PanelGroup title="Presenting">
        <AutoSlide />
        {switches.map(([name, label]) => (
          <Switch key={name} name={name} label={label} />
        ))}
      </PanelGroup>
    </>
  )
}
