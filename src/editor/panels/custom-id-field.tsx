import { useEffect, useId, useState } from 'react'
import { customIdAttribute, customIdPattern, customIdsIn } from '../../document/custom-ids.ts'
import type { Deck } from '../../document/deck-model.ts'
import { limits } from '../../rules/limits.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import styles from './panel.module.css'

/** Why an id cannot be given to a slide or block that has none; null if it can. */
function customIdRefusal(id: string, deck: Deck): string | null {
  if (!customIdPattern.test(id)) return `A letter, then letters, digits, - and _: at most ${limits.slide.className}`
  return customIdsIn(deck).has(id) ? 'Another slide or block of this deck has this ID' : null
}

/** The custom id of a slide or block, for the deck's CSS. */
export function CustomIdField(props: {
  /** '' for none. */
  readonly value: string
  /** Called with a valid id, or with '' to remove it. */
  readonly onChange: (id: string) => void
  /** False if the plan of the deck's owner has no custom CSS. */
  readonly allowed?: boolean
}) {
  const { value, onChange, allowed = true } = props
  const id = useId()
  const { model } = useEditorInstance()
  const [text, setText] = useState(value)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    setText(value)
    setError(null)
  }, [value])
  const commit = () => {
    const wanted = text.trim()
    const refusal = wanted === '' || wanted === value ? null : customIdRefusal(wanted, model.getState().deck)
    setError(refusal)
    if (refusal !== null) return
    setText(wanted)
    if (wanted !== value) onChange(wanted)
  }
  return (
    <div className={styles.stacked}>
      <label htmlFor={id}>CSS ID</label>
      <input
        id={id}
        className={styles.control}
        value={text}
        disabled={!allowed}
        maxLength={limits.slide.className}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      {allowed && (
        <span id={`${id}-hint`} className={error ? styles.error : styles.note} role={error ? 'alert' : undefined}>
          {error ?? `In your CSS: [${customIdAttribute}="${value || 'name'}"]`}
        </span>
      )}
    </div>
  )
}
