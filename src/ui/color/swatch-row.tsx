import { type CSSProperties, type KeyboardEvent, useId, useRef } from 'react'
import { Tooltip } from '../tooltip.tsx'
import styles from './color.module.css'

/** A color to choose. */
export interface Swatch {
  /** The value that is chosen, as stored. */
  readonly value: string
  /** The CSS color that shows it; the same as the value for plain colors. */
  readonly shown: string
  readonly label: string
}

export interface SwatchRowProps {
  readonly title: string
  readonly swatches: readonly Swatch[]
  /** The current value. */
  readonly value: string
  /** Swatches of a line; 8 by default. */
  readonly columns?: number
  onChoose(value: string): void
}

/** The swatch in a direction, by its place on the screen: rows wrap with the window. */
function neighbor(buttons: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined {
  const at = buttons.indexOf(from)
  if (key === 'ArrowRight') return buttons[at + 1]
  if (key === 'ArrowLeft') return buttons[at - 1]
  if (key === 'Home') return buttons[0]
  if (key === 'End') return buttons.at(-1)
  const { left, top } = from.getBoundingClientRect()
  const above = (one: HTMLElement) => one.getBoundingClientRect().top - top
  const rows = buttons.filter((one) => (key === 'ArrowDown' ? above(one) > 1 : above(one) < -1))
  const near = key === 'ArrowDown' ? Math.min(...rows.map(above)) : Math.max(...rows.map(above))
  return rows
    .filter((one) => Math.abs(above(one) - near) < 2)
    .toSorted((a, b) => distance(a, left) - distance(b, left))[0]
}

function distance(element: HTMLElement, left: number): number {
  return Math.abs(element.getBoundingClientRect().left - left)
}

/** A color as a layer of a background. */
function paintOf(color: string): string {
  return color.includes('gradient(') ? color : `linear-gradient(${color} 0 0)`
}

const keys = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'])

/** Colors to choose from, with one tab stop: arrow keys move, Enter and Space choose. */
export function SwatchRow({ title, swatches, value, columns = 8, onChoose }: SwatchRowProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  if (swatches.length === 0) return null
  const current = swatches.findIndex((swatch) => swatch.value.toLowerCase() === value.toLowerCase())
  const moved = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (!keys.has(event.key)) return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    neighbor(buttons, event.currentTarget, event.key)?.focus()
  }
  return (
    <div className={styles.row}>
      <span id={id} className={styles.title}>
        {title}
      </span>
      <div
        ref={list}
        className={styles.swatches}
        style={{ '--columns': columns } as CSSProperties}
        role="toolbar"
        aria-labelledby={id}
      >
        {swatches.map((swatch, index) => (
          <Tooltip key={swatch.value} text={swatch.label}>
            <button
              type="button"
              className={styles.swatch}
              style={{ '--paint': paintOf(swatch.shown) } as CSSProperties}
              aria-label={swatch.label}
              aria-pressed={index === current}
              tabIndex={index === Math.max(current, 0) ? 0 : -1}
              onKeyDown={moved}
              onClick={() => onChoose(swatch.value)}
            />
          </Tooltip>
        ))}
      </div>
    </div>
  )
}
