import { Eye, GitFork, Heart } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { displayName } from '../../../api/pages/viewer.ts'
import { deckUrl, profileUrl, shownTitle } from '../../../rules/deck-url.ts'
import { limits } from '../../../rules/limits.ts'
import { visibilityNames } from '../../../rules/visibilities.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Moment } from '../../../ui/moment.tsx'
import type { DeckJson, ListedDeck } from '../../data/deck.ts'
import { visibilityIcons } from '../visibility/visibility-icons.ts'
import styles from './deck-card.module.css'

/** Props of DeckCard. */
export interface DeckCardProps {
  deck: ListedDeck
  /** Among the owner's own decks: who can see it and when it was changed, instead of whose it is. */
  own?: Pick<DeckJson, 'visibility' | 'updated_at'>
  /** In the trash: stands in place of the foot. */
  foot?: ReactNode
  /** The button of its menu. */
  menu?: ReactNode
  /** Where it leads; the deck itself unless told. Null for a deck that can not be opened (in the trash). */
  to?: string | null
  /** Among the first on the page: its picture is fetched at once. */
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

/** What a fork was made from, with a link to it. */
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

/** The picture of the first slide; the title in its place until it is there, and where there is none yet. */
function Picture({ deck, title, eager }: { deck: ListedDeck; title: string; eager?: boolean }) {
  const [missing, setMissing] = useState(false)
  return (
    <>
      <span className={styles.placeholder} aria-hidden="true">
        {title}
      </span>
      {!missing && (
        <img
          // It may have failed before this script ran; then no event will tell.
          ref={(image) => {
            if (image?.complete && image.naturalWidth === 0) setMissing(true)
          }}
          onError={() => setMissing(true)}
          className={styles.picture}
          src={deck.thumbnail_url}
          alt=""
          width={limits.slide.width}
          height={limits.slide.height}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
        />
      )}
    </>
  )
}

/** A deck in a list: its first slide, its title, whose it is or how it stands, how it is liked. */
export function DeckCard({ deck, own, foot, menu, to, eager }: DeckCardProps) {
  const address = deckUrl({ username: deck.user.username, slug: deck.slug, id: deck.id })
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
          <Counts deck={deck} />
        </div>
      )}
    </article>
  )
}
