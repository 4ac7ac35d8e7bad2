import { Plus } from 'lucide-react'
import { useLoaderData } from 'react-router'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyNotice } from '../../../ui/notice.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { useViewer } from '../../data/session-context.tsx'
import { DeckCard } from '../../features/deck-card/deck-card.tsx'
import { DeckGrid } from '../../features/deck-card/deck-grid.tsx'
import { NoSuchPage } from '../../features/deck-card/no-such-page.tsx'
import type { TeamHomeData } from './load-team-home.ts'
import styles from './team-home.module.css'

function NoDecks({ team }: Pick<TeamHomeData, 'team'>) {
  const viewer = useViewer()
  if (viewer?.team?.id !== team.id) return <EmptyNotice title={`${team.name} has not published a deck yet`} />
  const start = (
    <ButtonLink to={`/${viewer.username}/new`} reloadDocument variant="primary" size="l" icon={<Plus />}>
      New deck
    </ButtonLink>
  )
  return <EmptyNotice title={`The first deck of ${team.name} begins here`} action={start} />
}

/** The home page of a team's host: the team's decks that the viewer may see. */
export function TeamHome() {
  const { team, list } = useLoaderData<TeamHomeData>()
  const { results, page, total, per_page: perPage } = list
  const isEmpty = results.length === 0
  return (
    <div className={styles.page}>
      <h1>{team.name}</h1>
      {isEmpty && page === 1 && <NoDecks team={team} />}
      {isEmpty && page > 1 && <NoSuchPage page={page} first="/" />}
      {!isEmpty && (
        <DeckGrid label="Decks">
          {results.map((deck, index) => (
            <DeckCard key={deck.id} deck={deck} eager={index < 4} />
          ))}
        </DeckGrid>
      )}
      <Pagination
        label="Pages of decks"
        page={page}
        pages={Math.ceil(total / perPage)}
        to={(number) => (number === 1 ? '/' : `/?page=${number}`)}
      />
    </div>
  )
}
