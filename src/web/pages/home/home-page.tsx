import { useHostTeam, useViewer } from '../../data/session-context.tsx'
import { TeamHome } from '../team/team-home.tsx'
import { OwnHome } from './own-home.tsx'
import { VisitorHome } from './visitor-home.tsx'

/** The home page: on a team's host the team's; else an introduction for visitors, their decks for signed-in users. */
export function HomePage() {
  const viewer = useViewer()
  const team = useHostTeam()
  if (team) return <TeamHome />
  return viewer ? <OwnHome viewer={viewer} /> : <VisitorHome />
}
