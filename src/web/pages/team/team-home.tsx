import { Settings, UserPlus } from 'lucide-react'
import { useLoaderData } from 'react-router'
import { isEnterpriseManager } from '../../../rules/account-permissions.ts'
import { counted } from '../../../rules/counted.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyNotice } from '../../../ui/notice.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { useViewer } from '../../data/session-context.tsx'
import { NoSuchPage } from '../../features/deck-card/no-such-page.tsx'
import { TeamLogo } from '../../features/team-logo/team-logo.tsx'
import { EndedNotice } from './ended-notice.tsx'
import { FirstSteps } from './first-steps.tsx'
import type { TeamHomeData } from './load-team-home.ts'
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
        {role !== null && <p className={styles.facts}>{counted(people.total, 'person', 'people')}</p>}
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

/** The people of the team, or what to do first. */
function People({ data }: { data: TeamHomeData }) {
  const { team, people, page } = data
  const role = useRole(team.id)
  if (people.results.length === 0) {
    if (page > 1) return <NoSuchPage page={page} first="/" />
    return <EmptyNotice title={`${team.name} has not published a deck yet`} />
  }
  const isNew = people.results.every(({ deck_count: count }) => count === 0)
  return (
    <>
      {isNew && role !== null && page === 1 && <FirstSteps team={team} role={role} alone={people.total === 1} />}
      {!(isNew && people.total === 1) && <TeamPeople people={people.results} />}
      <Pagination
        label="Pages of people"
        page={page}
        pages={Math.ceil(people.total / people.per_page)}
        to={(to) => (to === 1 ? '/' : `/?page=${to}`)}
      />
    </>
  )
}

/** The home page of a team's host: the people of the team with their decks. */
export function TeamHome() {
  const data = useLoaderData<TeamHomeData>()
  const { team } = data
  const role = useRole(team.id)
  return (
    <div className={styles.page}>
      {team.ended && role !== null && <EndedNotice role={role} />}
      <Head {...data} />
      <People data={data} />
    </div>
  )
}
