import { useEffect, useId, useState } from 'react'
import { ownIdAttribute, ownIdPattern, ownIdsIn } from '../../document/own-ids.ts'
import type { Deck } from '../../document/types.ts'
import { limits } from '../../rules/limits.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import styles from './panel.module.css'

/** What is wrong with an id for something that has none of its own yet; null when it can be had. */
export function refusalOfOwnId(id: string, deck: Deck): string | null {
  if (!ownIdPattern.test(id)) return `A letter, then letters, digits, - and _: at most ${limits.slide.className}`
  return ownIdsIn(deck).has(id) ? 'Another slide or block of this deck has this ID' : null
}

/** The id that a slide or a block has for styles of one's own. */
export function OwnIdField(props: {
  /** '' when it has none. */
  readonly value: string
  /** Asked for a valid id, or for '' to take it away. */
  readonly onChange: (id: string) => void
  /** False where the plan of the deck's owner has no CSS of one's own. */
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
    const refusal = wanted === '' || wanted === value ? null : refusalOfOwnId(wanted, model.getState().deck)
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
          {error ?? `In your CSS: [${ownIdAttribute}="${value || 'name'}"]`}
        </span>
      )}
    </div>
  )
}
