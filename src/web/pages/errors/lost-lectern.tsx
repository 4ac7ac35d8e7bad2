import styles from './lost-lectern.module.css'

/** Illustration of an empty stage with a lectern. */
export function LostLectern({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 320 180" aria-hidden="true">
      <path className={styles.light} d="M214 34 60 164h220z" />
      <path className={styles.floor} d="M20 164h280" />
      <path className={styles.stem} d="M132 84h16v66h38v14h-54z" />
      <path className={styles.desk} d="m100 92 70-33 9 19-70 33z" />
      <circle className={styles.lamp} cx="212" cy="34" r="11" />
    </svg>
  )
}
