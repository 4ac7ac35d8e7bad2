import styles from './admin.module.css'

/** A mark in a row: Operator, Suspended … */
export function Mark({ children, isBad }: { children: string; isBad?: boolean }) {
  return <span className={isBad ? styles.badMark : styles.mark}>{children}</span>
}
