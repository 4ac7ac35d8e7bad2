import { X } from 'lucide-react'
import { IconButton } from './icon-button.tsx'
import styles from './progress-list.module.css'

/** Running work, with its progress from 0 to 1. */
export interface ProgressItem {
  readonly id: string | number
  readonly name: string
  readonly progress: number
  /** The progress as a short text. */
  readonly text: string
  readonly cancelLabel: string
  readonly canCancel: boolean
  cancel(): void
}

/** Running work above the lower edge of its place; nothing if there is none. */
export function ProgressList({ label, items }: { label: string; items: readonly ProgressItem[] }) {
  if (items.length === 0) return null
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map(({ id, name, progress, text, cancelLabel, canCancel, cancel }) => (
        <li key={id}>
          <label htmlFor={`progress-${id}`}>{name}</label>
          <progress id={`progress-${id}`} max={1} value={progress} />
          <span>{text}</span>
          <IconButton
            className={styles.cancel}
            label={cancelLabel}
            icon={<X aria-hidden />}
            disabled={!canCancel}
            onClick={cancel}
          />
        </li>
      ))}
    </ul>
  )
}
