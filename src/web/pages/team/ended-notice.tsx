import type { TeamRole } from '../../../rules/permissions.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import styles from './ended-notice.module.css'

/** Says on the home page that the team's subscription has ended: to its owners with what to do. */
export function EndedNotice({ role }: { role: TeamRole }) {
  const isOwner = role === 'owner'
  return (
    <section className={styles.notice} aria-labelledby="ended">
      <div>
        <h2 id="ended">The team’s subscription has ended</h2>
        <p>
          {isOwner
            ? 'Nothing is deleted: all decks can be read and downloaded. Reactivate the team to make and change internal decks again.'
            : 'Nothing is deleted: you can read and download your decks. An owner of the team can reactivate it.'}
        </p>
      </div>
      {isOwner && (
        <ButtonLink to="/reactivate" variant="lamp" size="l">
          Reactivate
        </ButtonLink>
      )}
    </section>
  )
}
