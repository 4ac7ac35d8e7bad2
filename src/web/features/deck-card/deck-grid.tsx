import type { ReactNode } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import styles from './deck-grid.module.css'

/** Props of DeckGrid. */
export interface DeckGridProps {
  label: string
  /** Deck cards, each with a key. */
  children: readonly ReactNode[]
  /** What is shown is old, and the new is on its way. */
  busy?: boolean
}

/** Deck cards in rows: four beside each other where there is room, one on a phone. */
export function DeckGrid({ label, children, busy }: DeckGridProps) {
  return (
    <ul className={styles.grid} aria-label={label} aria-busy={busy || undefined}>
      {children.map((child, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards carry the keys; a list item is only their place
        <li key={index}>{child}</li>
      ))}
    </ul>
  )
}

/** The gray shapes of deck cards on their way. */
export function DeckGridSkeleton({ count }: { count: number }) {
  return (
    <div className={styles.grid} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <div key={index}>
          <Skeleton className={styles.picture} />
          <Skeleton className={styles.title} />
          <Skeleton className={styles.foot} />
        </div>
      ))}
    </div>
  )
}
