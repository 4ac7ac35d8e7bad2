import { Link } from 'react-router'
import { signedInUrl } from '../../../rules/signed-in-url.ts'
import { teamRoleNames } from '../../../rules/team-roles.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { useSite, useViewer } from '../../data/session-context.tsx'
import styles from './row-list.module.css'

/** The user's team, or where to found one. */
export function AccountTeam() {
  const viewer = useViewer()
  const { billing } = useSite()
  const team = viewer?.team
  if (!team) {
    return (
      <div className={styles.section}>
        <p>A team has an address of its own for all its decks, and decks that only its members see.</p>
        <ButtonLink to="/teams/new">Found a team</ButtonLink>
      </div>
    )
  }
  return (
    <div className={styles.section}>
      <p>
        You are {team.role === 'member' ? 'a' : 'an'} {teamRoleNames[team.role].toLowerCase()} of the team at{' '}
        <strong>{new URL(team.url).host}</strong>.
      </p>
      <ButtonLink to={signedInUrl(team.url, '/')} reloadDocument>
        Go to your team
      </ButtonLink>
      {billing && !viewer.manually_upgraded && (
        <p>
          If you paid for a plan of your own before you joined, it goes on: see{' '}
          <Link to="/account/billing">your billing</Link>.
        </p>
      )}
    </div>
  )
}
