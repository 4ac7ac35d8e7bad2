import { classNames } from './class-names.ts'
import styles from './spinner.module.css'

/** Props of Spinner. */
export interface SpinnerProps {
  /** What is waited for, read aloud. */
  label?: string
  /** 18 px instead of 32 px. */
  small?: boolean
  /** Without the delay that keeps quick work from flashing a spinner. */
  immediately?: boolean
}

/** Says that something is under way. It shows only after a moment: work that is done at once needs no sign. */
export function Spinner({ label = 'Loading', small, immediately }: SpinnerProps) {
  return (
    <span role="status" className={classNames(styles.spinner, small && styles.small, immediately && styles.now)}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <circle className={styles.track} cx="16" cy="16" r="13" />
        <path className={styles.hand} d="M16 3a13 13 0 0 1 13 13" />
      </svg>
      <span className="spoken-only">{label}</span>
    </span>
  )
}
