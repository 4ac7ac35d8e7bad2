import { useLoaderData, useNavigation, useRevalidator } from 'react-router'
import { limits } from '../../../rules/limits.ts'
import { DeckCard } from '../../features/deck-card/deck-card.tsx'
import { DeckGrid, DeckGridSkeleton } from '../../features/deck-card/deck-grid.tsx'
import { EmptyNotice, FailedNotice } from '../../ui/notice.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import styles from './explore-page.module.css'
import { type ExploreData, explorePath, type loadExplore } from './load-explore.ts'
import { SearchField } from './search-field.tsx'

const sortNames = { relevance: 'Best', recent: 'Newest', popular: 'Most liked' } as const

/** The server counts no further. */
const manyResults = limits.search.counted

function summary({ term, found, page }: ExploreData): string {
  if (!found || term === '') return ''
  const count = found.total >= manyResults ? `${manyResults} or more` : String(found.total)
  const decks = found.total === 1 ? 'deck' : 'decks'
  return `${count} ${decks} for “${term}”${page > 1 ? `, page ${page}` : ''}`
}

function Results({ data, busy }: { data: ExploreData; busy: boolean }) {
  const { revalidate, state } = useRevalidator()
  const { found, error, term, page } = data
  if (busy && !found?.results.length) return <DeckGridSkeleton count={4} />
  if (!found) {
    return <FailedNotice text={error ?? ''} onRetry={state === 'idle' ? () => void revalidate() : undefined} />
  }
  if (found.results.length === 0) {
    if (term === '')
      return <EmptyNotice title="Nobody has published a deck here yet">Yours could be the first.</EmptyNotice>
    return (
      <EmptyNotice title={`Nothing found for “${term}”`}>Try fewer words, or look at how they are spelt.</EmptyNotice>
    )
  }
  const pages = Math.ceil(found.total / found.decks_per_page)
  return (
    <>
      <DeckGrid label="Decks" busy={busy}>
        {found.results.map((deck, index) => (
          <DeckCard key={deck.id} deck={deck} eager={index < 4} />
        ))}
      </DeckGrid>
      <Pagination label="Pages of results" page={page} pages={pages} to={(to) => explorePath({ ...data, page: to })} />
    </>
  )
}

/** Public decks: to look around in, and to search. */
export function ExplorePage() {
  const data = useLoaderData<typeof loadExplore>()
  const { state, location } = useNavigation()
  const { state: reloading } = useRevalidator()
  const busy = (state === 'loading' && location.pathname === '/explore') || reloading === 'loading'
  const tabs = (['relevance', 'recent', 'popular'] as const).map((sort) => ({
    to: explorePath({ term: data.term, page: 1, sort }),
    label: sortNames[sort],
    current: sort === data.sort,
  }))
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>Explore</h1>
        <SearchField term={data.term} sort={data.sort} />
      </header>
      <TabLinks label="Order" tabs={tabs} />
      <p className={styles.summary} role="status">
        {summary(data)}
      </p>
      <h2 className="spoken-only">Decks</h2>
      <Results data={data} busy={busy} />
    </div>
  )
}
