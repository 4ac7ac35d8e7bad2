import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { type DeckAddress, deckUrl, shownTitle } from '../../../rules/deck-url.ts'
import styles from './deck-subpage.module.css'

interface DeckSubpageProps {
  /** The deck that the page is about: the link above the title leads to it. */
  readonly deck: {
    readonly id: number
    readonly slug: string | null
    readonly title: string
    readonly user: { readonly username: string }
  }
  readonly title: string
  /** The width of its content: 640 or 880 px. */
  readonly width: 'narrow' | 'wide'
  readonly children: ReactNode
}

/** The address of a deck as the API sends it. */
export function addressOf({ id, slug, user }: DeckSubpageProps['deck']): DeckAddress {
  return { username: user.username, slug, id }
}

/** A page about one deck, such as its analytics. */
export function DeckSubpage({ deck, title, width, children }: DeckSubpageProps) {
  return (
    <div className={`${styles.page} ${styles[width]}`}>
      <header className={styles.header}>
        <a className={styles.back} href={deckUrl(addressOf(deck))}>
          <ArrowLeft aria-hidden="true" /> <span>{shownTitle(deck.title)}</span>
        </a>
        <h1>{title}</h1>
      </header>
      {children}
    </div>
  )
}
