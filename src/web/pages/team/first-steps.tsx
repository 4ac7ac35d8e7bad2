import { Image, Plus, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { HostTeam } from '../../../api/pages/site.ts'
import { isEnterpriseManager } from '../../../rules/account-permissions.ts'
import { profileUrl } from '../../../rules/deck-url.ts'
import type { TeamRole } from '../../../rules/permissions.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { useViewer } from '../../data/session-context.tsx'
import styles from './first-steps.module.css'

/** Props of FirstSteps. */
export interface FirstStepsProps {
  team: HostTeam
  role: TeamRole
  /** Whether the user is the team's only member. */
  alone: boolean
}

function Step({ icon, title, text, action }: { icon: ReactNode; title: string; text: string; action: ReactNode }) {
  return (
    <li className={styles.step}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <h3>{title}</h3>
      <p>{text}</p>
      <div className={styles.action}>{action}</div>
    </li>
  )
}

/** What to do in a team without decks: invite people, make the first deck, add a logo. */
export function FirstSteps({ team, role, alone }: FirstStepsProps) {
  const viewer = useViewer()
  const manages = isEnterpriseManager(role)
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <h2 id="first-steps">{alone ? `${team.name} is ready` : `The first deck of ${team.name} begins here`}</h2>
      <ol className={styles.list}>
        {manages && (
          <Step
            icon={<UserPlus />}
            title="Invite people"
            text="By e-mail. They join with an account they have, or with a new one."
            action={
              <ButtonLink to="/edit_members" variant="lamp">
                Invite people
              </ButtonLink>
            }
          />
        )}
        <Step
          icon={<Plus />}
          title="Make the first deck"
          text="It belongs to the team. Set it to Internal, and everybody here finds it."
          action={
            <ButtonLink
              to={`${profileUrl(viewer?.username ?? '')}/new`}
              reloadDocument
              variant={manages ? 'quiet' : 'lamp'}
              className={manages ? styles.quiet : undefined}
            >
              New deck
            </ButtonLink>
          }
        />
        {manages && team.logo_url === null && (
          <Step
            icon={<Image />}
            title="Add your logo"
            text="It stands on this page and on invitations."
            action={
              <ButtonLink to="/edit" variant="quiet" className={styles.quiet}>
                Team settings
              </ButtonLink>
            }
          />
        )}
      </ol>
    </section>
  )
}
