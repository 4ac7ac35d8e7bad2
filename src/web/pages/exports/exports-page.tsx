import { useLoaderData } from 'react-router'
import { useApi } from '../../data/session-context.tsx'
import { DeckSubpage } from '../../features/deck-subpage/deck-subpage.tsx'
import { ExportsPanel } from '../../features/exports/exports-panel.tsx'
import { useConnectResult } from '../../features/file-storage/use-connect-result.ts'
import type { loadExports } from './load-exports.ts'

/** The exports of a deck: a form, and the last files. */
export function ExportsPage() {
  const { deck, exports } = useLoaderData<typeof loadExports>()
  const api = useApi()
  useConnectResult()
  const initial = { state: 'loaded', list: exports.results, offer: exports.offer } as const
  return (
    <DeckSubpage deck={deck} title="Export" width="narrow">
      <ExportsPanel api={api} deckId={deck.id} shown initial={initial} />
    </DeckSubpage>
  )
}
