import styles from './lost-lectern.module.css'

/** A lectern on an empty stage, its lamp lighting nothing. */
export function LostLectern({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 320 180" aria-hidden="true">
      <path className={styles.light} d="M196 40 40 164h250z" />
      <path className={styles.floor} d="M20 164h280" />
      <path className={styles.arm} d="M150 96c2-40 18-58 44-58" />
      <circle className={styles.lamp} cx="198" cy="38" r="9" />
      <path className={styles.desk} d="M96 96h84l-12 26h-60z" />
      <path className={styles.stem} d="M128 122h20v34h-20zM112 156h52v8h-52z" />
    </svg>
  )
}
