import { Eye, GitFork, Heart } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { displayName } from '../../../api/pages/viewer.ts'
import { absoluteDeckUrl, deckUrl, profileUrl, shownTitle } from '../../../rules/deck-url.ts'
import { type CollaboratorRole, roleNames } from '../../../rules/permissions.ts'
import { standardSlide } from '../../../rules/slide-size.ts'
import { visibilityNames } from '../../../rules/visibilities.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Moment } from '../../../ui/moment.tsx'
import type { DeckJson, ListedDeck } from '../../data/deck.ts'
import { useHostTeam, useSite } from '../../data/session-context.tsx'
import { visibilityIcons } from '../visibility/visibility-icons.ts'
import styles from './deck-card.module.css'

/** Props of DeckCard. */
export interface DeckCardProps {
  deck: ListedDeck
  /** For the owner's own decks: shows visibility and time of change instead of the author. */
  own?: Pick<DeckJson, 'visibility' | 'updated_at'>
  /** Replaces the footer (in the trash). */
  foot?: ReactNode
  /** The user's role on a deck of another user. */
  role?: CollaboratorRole
  /** The menu button. */
  menu?: ReactNode
  /** The link's target; default: the deck. Null for a deck that cannot be opened (in the trash). */
  to?: string | null
  /** Loads the picture eagerly: for the first cards of a page. */
  eager?: boolean
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** Kudos and views; a count of zero is not shown. */
function Counts({ deck }: { deck: ListedDeck }) {
  const counts = [
    { Icon: Heart, count: deck.kudos_count, label: 'kudos' },
    { Icon: Eye, count: deck.view_count, label: deck.view_count === 1 ? 'view' : 'views' },
  ].filter(({ count }) => count > 0)
  if (counts.length === 0) return null
  return (
    <p className={styles.counts}>
      {counts.map(({ Icon, count, label }) => (
        <span key={label} title={`${count} ${label}`}>
          <Icon aria-hidden="true" /> {compact.format(count)}
          <span className="spoken-only"> {label}</span>
        </span>
      ))}
    </p>
  )
}

/** The original of a fork, with a link. */
function Origin({ original }: { original: NonNullable<ListedDeck['forked_from']> }) {
  const { id, slug, title, user } = original
  return (
    <p className={styles.origin}>
      <GitFork aria-hidden="true" />
      <span>
        Fork of <a href={deckUrl({ username: user.username, slug, id })}>{shownTitle(title)}</a> by {displayName(user)}
      </span>
    </p>
  )
}

function Author({ user }: Pick<ListedDeck, 'user'>) {
  const name = displayName(user)
  return (
    <Link to={profileUrl(user.username)} className={styles.author}>
      <Avatar name={name} picture={user.thumbnail_url} size="s" />
      <span>{name}</span>
    </Link>
  )
}

function State({ own }: { own: NonNullable<DeckCardProps['own']> }) {
  const Icon = visibilityIcons[own.visibility]
  return (
    <p className={styles.state}>
      <Icon aria-hidden="true" />
      <span>{visibilityNames[own.visibility]}</span>
      <span aria-hidden="true">·</span>
      <Moment time={own.updated_at} />
    </p>
  )
}

/** The picture of the first slide; the title until it is loaded, or if there is none. */
function Picture({ deck, title, eager }: { deck: ListedDeck; title: string; eager?: boolean }) {
  const [missing, setMissing] = useState(false)
  return (
    <>
      <span className={styles.placeholder} aria-hidden="true">
        {title}
      </span>
      {!missing && (
        <img
          // If the picture failed before hydration, no event is fired.
          ref={(image) => {
            if (image?.complete && image.naturalWidth === 0) setMissing(true)
          }}
          onError={() => setMissing(true)}
          className={styles.picture}
          src={deck.thumbnail_url}
          alt=""
          width={standardSlide.width}
          height={standardSlide.height}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
        />
      )}
    </>
  )
}

/** A deck in a list: first slide, title, author or visibility, and counts. */
export function DeckCard({ deck, own, foot, role, menu, to, eager }: DeckCardProps) {
  const team = useHostTeam()
  const { baseUrl } = useSite()
  const teamSlug = deck.user.team_slug ?? null
  const place = { username: deck.user.username, teamSlug, slug: deck.slug, id: deck.id }
  const address = teamSlug === (team?.slug ?? null) ? deckUrl(place) : absoluteDeckUrl(baseUrl, place)
  const title = shownTitle(deck.title)
  const href = to === undefined ? address : to
  return (
    <article className={styles.card}>
      <div className={styles.frame}>
        <Picture deck={deck} title={title} eager={eager} />
      </div>
      {menu && <div className={styles.menu}>{menu}</div>}
      <h3 className={styles.title}>{href === null ? title : <a href={href}>{title}</a>}</h3>
      {deck.forked_from && <Origin original={deck.forked_from} />}
      {foot ?? (
        <div className={styles.foot}>
          {own ? <State own={own} /> : <Author user={deck.user} />}
          {role && <span className={styles.badge}>{roleNames[role]}</span>}
          {team && teamSlug === null && <span className={styles.badge}>Personal</span>}
          <Counts deck={deck} />
        </div>
      )}
    </article>
  )
}
