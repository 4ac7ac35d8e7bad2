import { useEffect, useRef, useState } from 'react'
import { useLoaderData, useNavigation, useRevalidator } from 'react-router'
import { limits } from '../../../rules/limits.ts'
import { type SearchSort, searchSorts } from '../../../rules/search-sorts.ts'
import { validateSearchTerm } from '../../../rules/validators.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyNotice, FailedNotice } from '../../../ui/notice.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { TabLinks } from '../../../ui/tab-links.tsx'
import { DeckCard } from '../../features/deck-card/deck-card.tsx'
import { DeckGrid, DeckGridSkeleton } from '../../features/deck-card/deck-grid.tsx'
import { NoSuchPage } from '../../features/deck-card/no-such-page.tsx'
import results from '../../features/url-search/results.module.css'
import { SearchField } from '../../features/url-search/search-field.tsx'
import styles from './explore-page.module.css'
import { type ExploreData, explorePath, type loadExplore } from './load-explore.ts'

const sortNames = { relevance: 'Best', recent: 'Newest', popular: 'Most liked' } as const

/** The server's counting limit. */
const manyResults = limits.search.counted

function summary({ term, found, page }: ExploreData): string {
  if (!found || term === '' || (page > 1 && found.results.length === 0)) return ''
  const count = found.total >= manyResults ? `${manyResults} or more` : String(found.total)
  const decks = found.total === 1 ? 'deck' : 'decks'
  return `${count} ${decks} for “${term}”${page > 1 ? `, page ${page}` : ''}`
}

/** A refused term: retrying cannot help, so another search is offered. */
function RefusedTerm({ text, sort }: { text: string; sort: SearchSort }) {
  const clear = (
    <ButtonLink to={explorePath({ term: '', page: 1, sort })} variant="primary">
      Clear the search
    </ButtonLink>
  )
  return (
    <EmptyNotice title="This is too long to search for" action={clear}>
      {text}
    </EmptyNotice>
  )
}

function NoResults({ term, page, sort }: ExploreData) {
  if (page > 1) return <NoSuchPage page={page} first={explorePath({ term, page: 1, sort })} />
  if (term === '')
    return <EmptyNotice title="Nobody has published a deck here yet">Yours could be the first.</EmptyNotice>
  return (
    <EmptyNotice title={`Nothing found for “${term}”`}>
      {/[\p{L}\p{N}]/u.test(term)
        ? 'Try fewer words, or look at how they are spelled.'
        : 'Searches look for words and numbers, and there is none in it.'}
    </EmptyNotice>
  )
}

function Results({ data, busy }: { data: ExploreData; busy: boolean }) {
  const { revalidate, state } = useRevalidator()
  const { found, error, term, page, sort } = data
  if (!found) {
    const refused = term === '' ? null : validateSearchTerm(term)
    if (refused !== null) return <RefusedTerm text={refused} sort={sort} />
    if (busy) return <DeckGridSkeleton count={4} />
    return <FailedNotice text={error ?? ''} onRetry={state === 'idle' ? () => void revalidate() : undefined} />
  }
  if (found.results.length === 0) return <NoResults {...data} />
  const pages = Math.ceil(found.total / found.decks_per_page)
  return (
    <>
      <DeckGrid label="Decks">
        {found.results.map((deck, index) => (
          <DeckCard key={deck.id} deck={deck} eager={index < 4} />
        ))}
      </DeckGrid>
      <Pagination label="Pages of results" page={page} pages={pages} to={(to) => explorePath({ ...data, page: to })} />
    </>
  )
}

/**
 * Moves the focus to the list's heading when its page changes: the pressed link may be gone, and the list begins there.
 * Not while the user types a search.
 */
function useListFocus(page: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    if (!document.activeElement?.matches('input')) heading.current?.focus({ preventScroll: true })
  }, [page])
  return heading
}

/** Public decks, with a search. */
export function ExplorePage() {
  const data = useLoaderData<typeof loadExplore>()
  const { state, location } = useNavigation()
  const { state: reloading } = useRevalidator()
  const heading = useListFocus(data.page)
  const [waiting, setWaiting] = useState(false)
  const busy = waiting || (state === 'loading' && location.pathname === '/explore') || reloading === 'loading'
  const tabs = searchSorts.map((sort) => ({
    to: explorePath({ term: data.term, page: 1, sort }),
    label: sortNames[sort],
    current: sort === data.sort,
  }))
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>Explore</h1>
        <SearchField
          term={data.term}
          label="Search decks"
          placeholder="Decks, authors, words on slides"
          action="/explore"
          path={(term) => explorePath({ term, page: 1, sort: data.sort })}
          kept={data.sort === 'relevance' ? {} : { sort: data.sort }}
          onWaiting={setWaiting}
        />
      </header>
      <TabLinks label="Order" tabs={tabs} />
      <p className={styles.summary} role="status">
        <span className={classNames(results.results, busy && results.old)} aria-hidden={busy || undefined}>
          {summary(data)}
        </span>
        {busy && <span className="spoken-only">Searching…</span>}
      </p>
      <h2 ref={heading} tabIndex={-1} className="spoken-only">
        Decks
      </h2>
      <div className={classNames(results.results, busy && results.old)} aria-busy={busy || undefined} data-results>
        <Results data={data} busy={busy} />
      </div>
    </div>
  )
}
