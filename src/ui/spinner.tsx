import { classNames } from './class-names.ts'
import styles from './spinner.module.css'

export interface SpinnerProps {
  /** Accessible label. */
  label?: string
  /** 18 px instead of 32 px. */
  small?: boolean
  /** Skips the delay that prevents flashing. */
  immediately?: boolean
}

/** A loading indicator, shown after a short delay so that quick work does not flash it. */
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
