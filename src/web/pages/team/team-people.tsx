import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { displayName } from '../../../api/pages/viewer.ts'
import { counted } from '../../../rules/counted.ts'
import { profileUrl } from '../../../rules/deck-url.ts'
import { teamRoleNames } from '../../../rules/team-roles.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { DeckCard } from '../../features/deck-card/deck-card.tsx'
import { DeckGrid } from '../../features/deck-card/deck-grid.tsx'
import type { TeamPeople as People } from './load-team-home.ts'
import styles from './team-people.module.css'

type Person = People['results'][number]

/** A person with decks. */
function PersonDecks({ person, eager }: { person: Person; eager: boolean }) {
  const { user, role, decks, deck_count: count } = person
  const name = displayName(user)
  const id = `person-${user.id}`
  const profile = profileUrl(user.username)
  return (
    <section className={styles.person} aria-labelledby={id}>
      <header className={styles.head}>
        <Avatar name={name} picture={user.thumbnail_url} />
        <div className={styles.who}>
          <h2 id={id}>
            <Link to={profile}>{name}</Link>
          </h2>
          {role && role !== 'member' && <span className={styles.role}>{teamRoleNames[role]}</span>}
        </div>
        <Link to={profile} className={styles.all}>
          {count > decks.length ? `All ${counted(count, 'deck', 'decks')}` : counted(count, 'deck', 'decks')}
          <span className="spoken-only"> of {name}</span> <ArrowRight aria-hidden="true" />
        </Link>
      </header>
      <DeckGrid label={`Decks of ${name}`}>
        {decks.map((deck) => (
          <DeckCard key={deck.id} deck={deck} own={deck} eager={eager} />
        ))}
      </DeckGrid>
    </section>
  )
}

/** People whose decks the viewer does not see, or who have none. */
function WithoutDecks({ people }: { people: readonly Person[] }) {
  if (people.length === 0) return null
  return (
    <section className={styles.person} aria-labelledby="without-decks">
      <h2 id="without-decks" className={styles.quiet}>
        No decks to see
      </h2>
      <ul className={styles.chips}>
        {people.map(({ user }) => (
          <li key={user.id}>
            <Link to={profileUrl(user.username)} className={styles.chip}>
              <Avatar name={displayName(user)} picture={user.thumbnail_url} size="s" />
              <span>{displayName(user)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The people of a team with their newest decks. */
export function TeamPeople({ people }: { people: readonly Person[] }) {
  const withDecks = people.filter(({ decks }) => decks.length > 0)
  return (
    <div className={styles.people}>
      {withDecks.map((person, index) => (
        <PersonDecks key={person.user.id} person={person} eager={index === 0} />
      ))}
      <WithoutDecks people={people.filter(({ decks }) => decks.length === 0)} />
    </div>
  )
}
