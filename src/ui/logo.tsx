import { product } from '../rules/product.ts'
import styles from './logo.module.css'

/** The logo without the name: a lectern seen from the side, shaped like an L, and its lamp. 40 units square. */
function LogoSign({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 40 40" aria-hidden="true">
      <rect className={styles.ground} width="40" height="40" rx="10" />
      <path className={styles.stem} d="M14.4 17h5.2v10h11v5.2H14.4z" />
      <path className={styles.desk} d="M7.4 18.6 25.2 10.3l2.2 4.7L9.6 23.3z" />
      <circle className={styles.lamp} cx="31" cy="10" r="3.4" />
    </svg>
  )
}

/** The logo with the product's name. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <LogoSign className={styles.sign} />
      <span className={styles.name}>{product.name}</span>
    </span>
  )
}
