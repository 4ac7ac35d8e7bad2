import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

/** A titled group of controls in a side panel. */
export function PanelGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
