import { ArrowLeft } from 'lucide-react'
import { useLoaderData } from 'react-router'
import { deckUrl, shownTitle } from '../../../rules/deck-url.ts'
import { useApi } from '../../data/session-context.tsx'
import { ExportsPanel } from '../../features/exports/exports-panel.tsx'
import styles from './exports-page.module.css'
import type { loadExports } from './load-exports.ts'

/** The exports of a deck: a form, and the last files. */
export function ExportsPage() {
  const { deck, exports } = useLoaderData<typeof loadExports>()
  const api = useApi()
  const address = { username: deck.user.username, slug: deck.slug, id: deck.id }
  const initial = { state: 'loaded', list: exports.results, offer: exports.offer } as const
  return (
    <div className={styles.page}>
      <header>
        <a className={styles.back} href={deckUrl(address)}>
          <ArrowLeft aria-hidden="true" /> <span>{shownTitle(deck.title)}</span>
        </a>
        <h1>Export</h1>
      </header>
      <ExportsPanel api={api} deckId={deck.id} shown initial={initial} />
    </div>
  )
}
