import type { ReactNode } from 'react'
import { EmptyNotice } from '../../../../ui/notice.tsx'
import { moveTemplateFocus } from './template-card.tsx'
import styles from './templates-panel.module.css'

/** Whether a name contains all typed words, in any order. */
export function matches(label: string, term: string): boolean {
  const words = term.toLowerCase().split(/\s+/)
  return words.every((word) => label.toLowerCase().includes(word))
}

/** Cards in two columns, or a notice if a search has found none. */
export function Cards({ children, count }: { children: ReactNode; count: number }) {
  if (count === 0) return <EmptyNotice title="No template is called that" />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the buttons in it
    <div className={styles.cards} onKeyDown={moveTemplateFocus}>
      {children}
    </div>
  )
}
