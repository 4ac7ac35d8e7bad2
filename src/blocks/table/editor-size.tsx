import { type KeyboardEvent, useState } from 'react'
import { newCell } from './block.ts'
import styles from './editor.module.css'

/** The largest size offered for a new table; it can grow afterward. */
const maxSize = { rows: 8, columns: 8 }

/** Grid picker for a new table's size, by pointer or arrow keys. */
export function TableSize({ add }: { add(props: Readonly<Record<string, unknown>>): void }) {
  const [size, setSize] = useState({ rows: 3, columns: 3 })
  const make = ({ rows, columns }: typeof size) =>
    add({ rows: Array.from({ length: rows }, () => Array.from({ length: columns }, newCell)) })
  const press = (event: KeyboardEvent) => {
    const by = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key]
    if (!by) return
    event.preventDefault()
    setSize(({ rows, columns }) => ({
      rows: Math.max(1, Math.min(maxSize.rows, rows + by[0]!)),
      columns: Math.max(1, Math.min(maxSize.columns, columns + by[1]!)),
    }))
  }
  return (
    <div className={styles.size}>
      <button
        type="button"
        className={styles.grid}
        aria-label={`Add a table of ${size.rows} rows and ${size.columns} columns; the arrow keys change that`}
        onKeyDown={press}
        onClick={() => make(size)}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          const part = (at: number, length: number, count: number) =>
            Math.max(1, Math.min(count, Math.ceil((at / length) * count)))
          setSize({
            columns: part(event.clientX - box.left, box.width, maxSize.columns),
            rows: part(event.clientY - box.top, box.height, maxSize.rows),
          })
        }}
      >
        {Array.from({ length: maxSize.rows * maxSize.columns }, (_, index) => {
          const [row, column] = [Math.floor(index / maxSize.columns), index % maxSize.columns]
          // biome-ignore lint/suspicious/noArrayIndexKey: a square is identified by its position
          return <span key={index} data-on={row < size.rows && column < size.columns ? '' : undefined} />
        })}
      </button>
      <p aria-live="polite">
        {size.columns} × {size.rows}
      </p>
    </div>
  )
}
