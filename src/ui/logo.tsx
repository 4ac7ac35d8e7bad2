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

/** Props of Logo. */
export interface LogoProps {
  /** The name of the instance. Default: the product's. */
  name?: string
  /** The URL of the instance's logo, which replaces the mark and the name; its place has a label. */
  picture?: string | null
}

/** The logo with the product's name, or an instance's own. */
export function Logo({ name = product.name, picture = null }: LogoProps) {
  if (picture) return <img className={styles.picture} src={picture} alt="" height={32} />
  return (
    <span className={styles.logo}>
      <LogoSign className={styles.sign} />
      <span className={styles.name}>{name}</span>
    </span>
  )
}
