import { X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { isFamilyName, neededVariants, suggestFamilies, type WantedFamily } from '../../../rules/font-services.ts'
import { limits } from '../../../rules/limits.ts'
import { classNames } from '../../../ui/class-names.ts'
import styles from './custom-fonts-dialog.module.css'

/** A family of the fonts service, as its list has it. */
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

/** Families of the fonts service: typed, or chosen from at most 10 suggestions. */
export function FamilyField({ families, chosen, error, ref, onChange }: FamilyFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [closed, setClosed] = useState(false)
  const taken = new Set(chosen.map((one) => one.family.toLowerCase()))
  const free = families.filter((one) => !taken.has(one.family.toLowerCase()))
  const suggestions = closed ? [] : suggestFamilies(typed, free)
  const open = suggestions.length > 0
  const add = (name: string) => {
    const family = name.trim()
    if (!isFamilyName(family) || taken.has(family.toLowerCase())) return
    const listed = families.find((one) => one.family.toLowerCase() === family.toLowerCase())
    const wanted = { family: listed?.family ?? family, variants: listed ? neededVariants(listed.variants) : '' }
    onChange([...chosen, wanted])
    setTyped('')
    setActive(0)
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      add(suggestions[active]?.family ?? typed)
    } else if (event.key === 'Escape' && open) {
      // Only the list closes, not the dialog.
      event.stopPropagation()
      setClosed(true)
    } else if (open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + step + suggestions.length) % suggestions.length)
    }
  }
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
          onChange={(event) => {
            setTyped(event.target.value)
            setActive(0)
            setClosed(false)
          }}
          onKeyDown={pressed}
          onBlur={() => setClosed(true)}
        />
        <div id={`${id}-list`} role="listbox" aria-label="Suggestions" className={styles.suggestions} hidden={!open}>
          {suggestions.map(({ family }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus
            <div
              key={family}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              className={classNames(styles.suggestion, index === active && styles.active)}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => add(family)}
            >
              {family}
            </div>
          ))}
        </div>
      </div>
      <p id={`${id}-error`} className={error ? styles.error : styles.hint} role={error ? 'alert' : undefined}>
        {error ?? 'Press Enter to add a family that is not suggested.'}
      </p>
    </div>
  )
}
