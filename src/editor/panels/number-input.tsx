import { useRef, useState } from 'react'
import { clampToRange } from '../../rules/range.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import styles from './field-control.module.css'
import { readNumber } from './read-number.ts'

interface NumberInputProps {
  readonly id: string
  /** 'mixed': several values; a typed one replaces them all. */
  readonly value: number | 'mixed'
  readonly min: number
  readonly max: number
  readonly step: number
  readonly unit: string
  readonly label?: string
  readonly disabled?: boolean
  onChange(value: number, merge: boolean): void
}

/** A number: typed (with + - * / and %), or stepped with the arrow keys (Shift: ten steps). */
export function NumberInput({ id, value, min, max, step, unit, label, disabled, onChange }: NumberInputProps) {
  const shown = value === 'mixed' ? 'Mixed' : String(Math.round(value * 100) / 100)
  // The text being typed; null while the field shows its value. Applied once: on a slow machine a blur may come before
  // the new value is rendered, and must not apply the text again.
  const [typed, setTyped] = useState<string | null>(null)
  const { view } = useEditorInstance()
  const discarded = useRef(false)
  const commit = () => {
    const number =
      typed === null || discarded.current ? null : readNumber(typed, value === 'mixed' ? Number.NaN : value)
    discarded.current = false
    setTyped(null)
    if (number === null) return
    const next = clampToRange(number, { min, max, decimals: 2 })
    if (next !== Number(shown)) onChange(next, false)
  }
  return (
    <span className={styles.number}>
      <input
        id={id}
        className={styles.input}
        aria-label={label}
        inputMode="decimal"
        disabled={disabled}
        value={typed ?? shown}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
          if (event.key === 'Escape') {
            // Discards the typed text and returns the focus to the slide.
            discarded.current = true
            event.currentTarget.blur()
            view.focusCanvas()
          }
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
          event.preventDefault()
          if (value === 'mixed') return
          setTyped(null)
          const by = (event.key === 'ArrowUp' ? step : -step) * (event.shiftKey ? 10 : 1)
          onChange(clampToRange(value + by, { min, max, decimals: 2 }), true)
        }}
      />
      {unit && value !== 'mixed' && <span aria-hidden="true">{unit}</span>}
    </span>
  )
}
