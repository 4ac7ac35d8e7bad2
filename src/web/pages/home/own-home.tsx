import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { displayName, type Viewer } from '../../../api/pages/viewer.ts'
import { AreaBoundary } from '../../../ui/area-boundary.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { DeckCard } from '../../features/deck-card/deck-card.tsx'
import { DeckGrid } from '../../features/deck-card/deck-grid.tsx'
import { DeckMenu } from '../../features/deck-menu/deck-menu.tsx'
import { SharedDeckCard } from '../../features/deck-menu/shared-deck-card.tsx'
import { useDeckActions } from '../../features/deck-menu/use-deck-actions.ts'
import { ImportButton } from '../../features/import/import-button.tsx'
import type { loadOwnHome } from './load-home.ts'
import styles from './own-home.module.css'
import { SectionHead } from './section-head.tsx'

function Recent({ viewer }: { viewer: Viewer }) {
  const { recent, total } = useLoaderData<typeof loadOwnHome>()
  const [shown, setShown] = useState({ recent, decks: recent })
  if (shown.recent !== recent) setShown({ recent, decks: recent })
  const { revalidate } = useRevalidator()
  const reload = () => void revalidate()
  const actions = useDeckActions({
    onGone: (deck) => {
      setShown((now) => ({ ...now, decks: now.decks.filter(({ id }) => id !== deck.id) }))
      reload()
    },
    onChanged: (deck) =>
      setShown((now) => ({ ...now, decks: now.decks.map((one) => (one.id === deck.id ? { ...one, ...deck } : one)) })),
    onForked: reload,
  })
  if (shown.decks.length === 0) {
    return (
      <div className={styles.empty}>
        <div>
          <h2>Your first deck begins here</h2>
          <p>A title, an image, a second slide: the rest comes by itself.</p>
        </div>
        <ButtonLink to={`/${viewer.username}/new`} reloadDocument variant="lamp" size="l" icon={<Plus />}>
          New deck
        </ButtonLink>
      </div>
    )
  }
  return (
    <section aria-labelledby="recent">
      <SectionHead id="recent" title="Your decks" to={`/${viewer.username}`} small>
        All {total}
      </SectionHead>
      <DeckGrid label="Your decks">
        {shown.decks.map((deck) => (
          <DeckCard key={deck.id} deck={deck} own={deck} eager menu={<DeckMenu deck={deck} actions={actions} />} />
        ))}
      </DeckGrid>
    </section>
  )
}

/** The decks of others on which the user collaborates; nothing without any. */
function Shared({ viewer }: { viewer: Viewer }) {
  const { shared, sharedTotal } = useLoaderData<typeof loadOwnHome>()
  const { revalidate } = useRevalidator()
  const reload = () => void revalidate()
  const actions = useDeckActions({ onGone: reload, onChanged: reload, onForked: reload })
  if (shared.length === 0) return null
  return (
    <section aria-labelledby="shared">
      <SectionHead id="shared" title="Shared with me" to={`/${viewer.username}?tab=shared`} small>
        All {sharedTotal}
      </SectionHead>
      <DeckGrid label="Shared with me">
        {shared.map((deck) => (
          <SharedDeckCard key={deck.id} deck={deck} actions={actions} />
        ))}
      </DeckGrid>
    </section>
  )
}

/** The home page of a signed-in user: their newest decks, those that are shared with them, then decks of others. */
export function OwnHome({ viewer }: { viewer: Viewer }) {
  const { picks } = useLoaderData<typeof loadOwnHome>()
  const { revalidate } = useRevalidator()
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Hello, {displayName(viewer)}</h1>
        <ImportButton onImported={() => void revalidate()} />
      </header>
      <AreaBoundary>
        <Recent viewer={viewer} />
      </AreaBoundary>
      <AreaBoundary>
        <Shared viewer={viewer} />
      </AreaBoundary>
      {picks.length > 0 && (
        <section aria-labelledby="picks">
          <SectionHead id="picks" title="From others" to="/explore" small>
            Explore
          </SectionHead>
          <AreaBoundary>
            <DeckGrid label="Decks of others">
              {picks.map((deck) => (
                <DeckCard key={deck.id} deck={deck} />
              ))}
            </DeckGrid>
          </AreaBoundary>
        </section>
      )}
    </div>
  )
}
