import styles from './skip-link.module.css'

/** The first focusable element: skips the header. */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#main">
      Skip to the content
    </a>
  )
}
