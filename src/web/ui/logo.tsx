import { product } from '../../rules/product.ts'
import styles from './logo.module.css'

/** The sign alone: a lectern seen from the front, its desk lit by the lamp. 40 units square. */
export function LogoSign({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 40 40" aria-hidden="true">
      <rect className={styles.ground} width="40" height="40" rx="10" />
      <circle className={styles.lamp} cx="28.5" cy="9.5" r="3.5" />
      <path className={styles.desk} d="M8.6 14.5h22.8l-3.1 7.6H11.7z" />
      <path className={styles.stem} d="M17.2 22.1h5.6v7.4h-5.6zM12.5 29.5h15v3.2h-15z" />
    </svg>
  )
}

/** The sign with the product's name. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <LogoSign className={styles.sign} />
      <span className={styles.name}>{product.name}</span>
    </span>
  )
}
