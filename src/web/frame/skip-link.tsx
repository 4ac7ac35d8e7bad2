import styles from './skip-link.module.css'

/** The first thing the keyboard reaches: past the header, to what the page is about. */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#main">
      Skip to the content
    </a>
  )
}
