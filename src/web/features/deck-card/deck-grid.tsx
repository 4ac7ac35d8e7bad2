import type { ReactNode } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import styles from './deck-grid.module.css'

/** Props of DeckGrid. */
export interface DeckGridProps {
  label: string
  /** Deck cards, each with a key. */
  children: readonly ReactNode[]
  /** Whether newer content is loading. */
  busy?: boolean
}

/** Deck cards in a grid: up to four per row, one on phones. */
export function DeckGrid({ label, children, busy }: DeckGridProps) {
  return (
    <ul className={styles.grid} aria-label={label} aria-busy={busy || undefined}>
      {children.map((child, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards have keys; a list item is only a position
        <li key={index}>{child}</li>
      ))}
    </ul>
  )
}

/** Placeholders for deck cards that are loading. */
export function DeckGridSkeleton({ count }: { count: number }) {
  return (
    <div className={styles.grid} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all are identical
        <div key={index}>
          <Skeleton className={styles.picture} />
          <Skeleton className={styles.title} />
          <Skeleton className={styles.foot} />
        </div>
      ))}
    </div>
  )
}
