import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './choice-cards.module.css'
import { useServerError } from './form-context.ts'

/** One card: its value, its title, a price or the like at its end, and a line below. */
export interface ChoiceCard {
  readonly value: string
  readonly title: ReactNode
  readonly aside?: ReactNode
  readonly text?: ReactNode
}

/** Props of ChoiceCards. */
export interface ChoiceCardsProps {
  /** Name of the radio buttons, and of their error in the form. */
  name: string
  legend: ReactNode
  cards: readonly ChoiceCard[]
  value: string
  onChange: (value: string) => void
}

/** A choice among few options that need more than a word: radio buttons as cards. */
export function ChoiceCards({ name, legend, cards, value, onChange }: ChoiceCardsProps) {
  const id = useId()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const { error, clear } = useServerError(name, () =>
    fieldset.current?.querySelector<HTMLInputElement>('input:checked')?.focus(),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a choice made before the page's script was ready
  useEffect(() => {
    const chosen = fieldset.current?.querySelector<HTMLInputElement>('input:checked')?.value
    if (chosen !== undefined && chosen !== value) onChange(chosen)
  }, [])
  return (
    <fieldset ref={fieldset} className={styles.choice} aria-describedby={`${id}-error`}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.cards}>
        {cards.map((card) => (
          <label key={card.value} className={styles.card}>
            <input
              type="radio"
              name={name}
              value={card.value}
              checked={card.value === value}
              onChange={() => {
                clear()
                onChange(card.value)
              }}
            />
            <span className={styles.title}>{card.title}</span>
            {card.aside && <span className={styles.aside}>{card.aside}</span>}
            {card.text && <span className={styles.text}>{card.text}</span>}
          </label>
        ))}
      </div>
      <p id={`${id}-error`} className={styles.error} aria-live="polite">
        {error}
      </p>
    </fieldset>
  )
}
