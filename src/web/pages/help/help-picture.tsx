import styles from './help.module.css'

/** Width and height of each picture, in px. */
const size = { width: 1280, height: 800 }

/** A screenshot. `alt` describes what it shows. */
export function HelpPicture({ src, alt }: { src: string; alt: string }) {
  return (
    <p className={styles.picture}>
      <img src={src} alt={alt} {...size} loading="lazy" decoding="async" />
    </p>
  )
}
