import { Settings, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useNavigation, useRevalidator } from 'react-router'
import { isEnterpriseManager } from '../../../rules/account-permissions.ts'
import { counted } from '../../../rules/counted.ts'
import { limits } from '../../../rules/limits.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyNotice, FailedNotice } from '../../../ui/notice.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { useViewer } from '../../data/session-context.tsx'
import { DeckCard } from '../../features/deck-card/deck-card.tsx'
import { DeckGrid, DeckGridSkeleton } from '../../features/deck-card/deck-grid.tsx'
import { NoSuchPage } from '../../features/deck-card/no-such-page.tsx'
import { TeamLogo } from '../../features/team-logo/team-logo.tsx'
import results from '../../features/url-search/results.module.css'
import { SearchField } from '../../features/url-search/search-field.tsx'
import { EndedNotice } from './ended-notice.tsx'
import { FirstSteps } from './first-steps.tsx'
import { type TeamHomeData, teamHomePath } from './load-team-home.ts'
import styles from './team-home.module.css'
import { TeamPeople } from './team-people.tsx'

/** The viewer's role in the host's team; null for others. */
function useRole(teamId: number) {
  const viewer = useViewer()
  return viewer?.team?.id === teamId ? viewer.team.role : null
}

/** The team's name and logo, and what its managers do. */
function Head({ team, people }: TeamHomeData) {
  const role = useRole(team.id)
  return (
    <header className={styles.head}>
      <TeamLogo name={team.name} logo={team.logo_url} />
      <div className={styles.names}>
        <h1>{team.name}</h1>
        {role !== null && people && <p className={styles.facts}>{counted(people.total, 'person', 'people')}</p>}
      </div>
      {isEnterpriseManager(role) && (
        <div className={styles.actions}>
          <ButtonLink to="/edit_members" icon={<UserPlus />}>
            Members
          </ButtonLink>
          <ButtonLink to="/edit" icon={<Settings />}>
            Settings
          </ButtonLink>
        </div>
      )}
    </header>
  )
}

function summary({ term, found, page }: TeamHomeData): string {
  if (!found || found.results.length === 0) return ''
  const many = found.total >= limits.search.counted
  const count = many ? `${limits.search.counted} or more decks` : counted(found.total, 'deck', 'decks')
  return `${count} for “${term}”${page > 1 ? `, page ${page}` : ''}`
}

/** What a search found. */
function Found({ data, busy }: { data: TeamHomeData; busy: boolean }) {
  const { revalidate, state } = useRevalidator()
  const { term, page, found, error } = data
  if (!found) {
    if (busy) return <DeckGridSkeleton count={4} />
    return <FailedNotice text={error ?? ''} onRetry={state === 'idle' ? () => void revalidate() : undefined} />
  }
  if (found.results.length === 0) {
    if (page > 1) return <NoSuchPage page={page} first={teamHomePath({ term, page: 1 })} />
    return (
      <EmptyNotice title={`Nothing found for “${term}”`}>Try fewer words, or look at how they are spelled.</EmptyNotice>
    )
  }
  return (
    <>
      <DeckGrid label="Decks">
        {found.results.map((deck, index) => (
          <DeckCard key={deck.id} deck={deck} eager={index < 4} />
        ))}
      </DeckGrid>
      <Pagination
        label="Pages of results"
        page={page}
        pages={Math.ceil(found.total / found.decks_per_page)}
        to={(to) => teamHomePath({ term, page: to })}
      />
    </>
  )
}

/** Whether the viewer sees no deck at all, neither on this page of people nor on a later one. */
function hasNoDecks({ people }: TeamHomeData): boolean {
  // People with decks come first.
  return people?.results.every(({ deck_count: count }) => count === 0) ?? false
}

/** The people of the team, or what to do first. */
function People({ data }: { data: TeamHomeData }) {
  const { team, people, page } = data
  const viewer = useViewer()
  const role = useRole(team.id)
  if (!people) return null
  if (people.results.length === 0) {
    if (page > 1) return <NoSuchPage page={page} first="/" />
    return (
      <EmptyNotice
        title={`${team.name} has not published a deck yet`}
        action={viewer === null && <ButtonLink to="/users/sign_in">Sign in</ButtonLink>}
      >
        Its members see internal decks here{viewer === null && ' once they have signed in'}.
      </EmptyNotice>
    )
  }
  const isNew = !team.ended && hasNoDecks(data)
  return (
    <>
      {isNew && role !== null && page === 1 && <FirstSteps team={team} role={role} alone={people.total === 1} />}
      {!(isNew && people.total === 1) && <TeamPeople people={people.results} />}
      <Pagination
        label="Pages of people"
        page={page}
        pages={Math.ceil(people.total / people.per_page)}
        to={(to) => teamHomePath({ term: '', page: to })}
      />
    </>
  )
}

/** The home page of a team's host: the people of the team with their decks, and a search over all of them. */
export function TeamHome() {
  const data = useLoaderData<TeamHomeData>()
  const { state, location } = useNavigation()
  const { state: reloading } = useRevalidator()
  const [waiting, setWaiting] = useState(false)
  const { team, term } = data
  const role = useRole(team.id)
  const searches = role !== null && (term !== '' || data.page > 1 || !hasNoDecks(data))
  const busy = waiting || (state === 'loading' && location.pathname === '/') || reloading === 'loading'
  return (
    <div className={styles.page}>
      {team.ended && role !== null && <EndedNotice role={role} />}
      <Head {...data} />
      {searches && (
        <>
          <SearchField
            term={term}
            label={`Search decks of ${team.name}`}
            placeholder="Decks, people, words on slides"
            action="/"
            path={(text) => teamHomePath({ term: text, page: 1 })}
            onWaiting={setWaiting}
          />
          <p className={classNames(styles.summary, term === '' && 'spoken-only')} role="status">
            {busy ? <span className="spoken-only">Searching…</span> : summary(data)}
          </p>
        </>
      )}
      <div className={classNames(results.results, busy && results.old)} aria-busy={busy || undefined}>
        {term === '' ? (
          <People data={data} />
        ) : (
          <>
            <h2 className="spoken-only">Decks</h2>
            <Found data={data} busy={busy} />
          </>
        )}
      </div>
    </div>
  )
}
