import { X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { isFamilyName, neededVariants, suggestFamilies, type WantedFamily } from '../../../rules/font-services.ts'
import { limits } from '../../../rules/limits.ts'
import { classNames } from '../../../ui/class-names.ts'
import styles from './custom-fonts-dialog.module.css'

/** A Google font family. */
export interface ListedFamily {
  readonly family: string
  readonly variants: readonly string[]
}

/** Props of FamilyField. */
export interface FamilyFieldProps {
  readonly families: readonly ListedFamily[]
  readonly chosen: readonly WantedFamily[]
  readonly error: string | null
  readonly ref?: Ref<HTMLInputElement>
  onChange(chosen: readonly WantedFamily[]): void
}

function Chosen({ chosen, onChange }: Pick<FamilyFieldProps, 'chosen' | 'onChange'>) {
  if (chosen.length === 0) return null
  return (
    <ul className={styles.chosen} aria-label="Chosen families">
      {chosen.map((one) => (
        <li key={one.family}>
          <span>{one.family}</span>
          <button
            type="button"
            aria-label={`Remove ${one.family}`}
            onClick={() => onChange(chosen.filter((other) => other !== one))}
          >
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

interface SuggestionsProps {
  /** Id of the combobox; the list's and the options' ids start with it. */
  readonly id: string
  readonly families: readonly ListedFamily[]
  /** The index of the highlighted family. */
  readonly active: number
  onChoose(family: string): void
}

function Suggestions({ id, families, active, onChoose }: SuggestionsProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Suggestions"
      className={styles.suggestions}
      hidden={families.length === 0}
    >
      {families.map(({ family }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles keys
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field above
        <div
          key={family}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={classNames(styles.suggestion, index === active && styles.active)}
          // Keeps the focus in the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(family)}
        >
          {family}
        </div>
      ))}
    </div>
  )
}

type ComboboxOptions = Pick<FamilyFieldProps, 'families' | 'chosen' | 'onChange'>

/** The typed name with its suggestions, of which the arrow keys highlight one. */
function useCombobox({ families, chosen, onChange }: ComboboxOptions) {
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [closed, setClosed] = useState(false)
  const chosenNames = new Set(chosen.map((one) => one.family.toLowerCase()))
  const available = families.filter((one) => !chosenNames.has(one.family.toLowerCase()))
  const suggestions = closed ? [] : suggestFamilies(typed, available)
  const open = suggestions.length > 0
  const add = (name: string) => {
    const family = name.trim()
    if (!isFamilyName(family) || chosenNames.has(family.toLowerCase())) return
    const listed = families.find((one) => one.family.toLowerCase() === family.toLowerCase())
    const wanted = { family: listed?.family ?? family, variants: listed ? neededVariants(listed.variants) : '' }
    onChange([...chosen, wanted])
    setTyped('')
    setActive(0)
  }
  const type = (text: string) => {
    setTyped(text)
    setActive(0)
    setClosed(false)
  }
  const close = () => setClosed(true)
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      add(suggestions[active]?.family ?? typed)
    } else if (event.key === 'Escape' && open) {
      // Closes only the list, not the dialog.
      event.stopPropagation()
      close()
    } else if (open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + step + suggestions.length) % suggestions.length)
    }
  }
  return { typed, active, suggestions, open, type, press, add, close }
}

/** Google font families: typed, or chosen from at most 10 suggestions. */
export function FamilyField({ families, chosen, error, ref, onChange }: FamilyFieldProps) {
  const id = useId()
  const { typed, active, suggestions, open, type, press, add, close } = useCombobox({ families, chosen, onChange })
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Google font family</label>
      <Chosen {...{ chosen, onChange }} />
      <div className={styles.combo}>
        <input
          ref={ref}
          id={id}
          role="combobox"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={open ? `${id}-${active}` : undefined}
          aria-describedby={`${id}-error`}
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.font.field}
          placeholder="Type a name"
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
          onBlur={close}
        />
        <Suggestions id={id} families={suggestions} active={active} onChoose={add} />
      </div>
      <p id={`${id}-error`} className={error ? styles.error : styles.hint} role={error ? 'alert' : undefined}>
        {error ?? 'Press Enter to add a family that is not suggested.'}
      </p>
    </div>
  )
}
