import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useLocation, useNavigation, useRevalidator } from 'react-router'
import { displayName } from '../../../api/pages/viewer.ts'
import { type DeckListName, deckLists } from '../../../rules/deck-lists.ts'
import { limits } from '../../../rules/limits.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyNotice } from '../../../ui/notice.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { TabLinks } from '../../../ui/tab-links.tsx'
import type { DeckOfList } from '../../data/deck.ts'
import { DeckCard } from '../../features/deck-card/deck-card.tsx'
import { DeckGrid } from '../../features/deck-card/deck-grid.tsx'
import { NoSuchPage } from '../../features/deck-card/no-such-page.tsx'
import { DeckMenu } from '../../features/deck-menu/deck-menu.tsx'
import { SharedDeckCard } from '../../features/deck-menu/shared-deck-card.tsx'
import { useDeckActions } from '../../features/deck-menu/use-deck-actions.ts'
import { type loadProfile, type ProfileData, profilePath } from './load-profile.ts'
import { ProfileHeader } from './profile-header.tsx'
import styles from './profile-page.module.css'
import { TrashedCard } from './trashed-card.tsx'

function Empty({ data: { self, tab, person } }: { data: ProfileData }) {
  if (!self) return <EmptyNotice title={`${displayName(person)} has not published a deck yet`} />
  if (tab === 'trash')
    return (
      <EmptyNotice title="The trash is empty">
        Decks that you throw away wait here for {limits.deck.trashDays} days.
      </EmptyNotice>
    )
  if (tab === 'kudos') {
    const explore = (
      <ButtonLink to="/explore" variant="primary">
        Explore decks
      </ButtonLink>
    )
    return (
      <EmptyNotice title="You have not liked a deck yet" action={explore}>
        Like decks of others, and find them again here.
      </EmptyNotice>
    )
  }
  if (tab === 'shared')
    return (
      <EmptyNotice title="Nothing is shared with you yet">
        Decks of others to which you are invited wait here. Ask their owners for an invitation.
      </EmptyNotice>
    )
  const start = (
    <ButtonLink to={`/${person.username}/new`} reloadDocument variant="primary" size="l" icon={<Plus />}>
      New deck
    </ButtonLink>
  )
  return (
    <EmptyNotice title="Your first deck begins here" action={start}>
      A title, an image, a second slide: the rest comes by itself.
    </EmptyNotice>
  )
}

/** The list's decks, updated by actions on this page. */
function useDecks(list: ProfileData['list']) {
  const [shown, setShown] = useState({ list, decks: list.results, gone: 0 })
  if (shown.list !== list) setShown({ list, decks: list.results, gone: 0 })
  const { revalidate } = useRevalidator()
  const actions = useDeckActions({
    onGone: (deck) =>
      setShown((now) => ({ ...now, decks: now.decks.filter(({ id }) => id !== deck.id), gone: now.gone + 1 })),
    onChanged: (deck) =>
      setShown((now) => ({ ...now, decks: now.decks.map((one) => (one.id === deck.id ? { ...one, ...deck } : one)) })),
    onForked: () => void revalidate(),
  })
  return { decks: shown.decks, total: shown.list.total - shown.gone, actions }
}

function OwnCard(props: {
  deck: DeckOfList
  tab: DeckListName
  actions: ReturnType<typeof useDeckActions>
  eager: boolean
}) {
  const { deck, tab, actions, eager } = props
  if (tab === 'trash') return <TrashedCard deck={deck} actions={actions} eager={eager} />
  if (tab === 'shared') return <SharedDeckCard deck={deck} actions={actions} eager={eager} />
  return <DeckCard deck={deck} own={deck} menu={<DeckMenu deck={deck} actions={actions} />} eager={eager} />
}

function Decks({ data, busy }: { data: ProfileData; busy: boolean }) {
  const { self, tab, list, person } = data
  const { decks, total, actions } = useDecks(list)
  const pages = Math.ceil(total / list.per_page)
  if (decks.length === 0 && list.page === 1) return <Empty data={data} />
  if (decks.length === 0) return <NoSuchPage page={list.page} first={profilePath(person.username, tab)} />
  return (
    <>
      <DeckGrid label="Decks" busy={busy}>
        {decks.map((deck, index) =>
          self && tab !== 'kudos' ? (
            <OwnCard key={deck.id} deck={deck} tab={tab} actions={actions} eager={index < 4} />
          ) : (
            <DeckCard key={deck.id} deck={deck} eager={index < 4} />
          ),
        )}
      </DeckGrid>
      <Pagination
        label="Pages of decks"
        page={list.page}
        pages={pages}
        to={(page) => profilePath(person.username, tab, page)}
      />
    </>
  )
}

const tabNames: Readonly<Record<DeckListName, string>> = {
  decks: 'Decks',
  shared: 'Shared with me',
  kudos: 'Kudos',
  trash: 'Trash',
}

/** A user and their decks. Users find decks shared with them, likes and trash on their own profile. */
export function ProfilePage() {
  const data = useLoaderData<typeof loadProfile>()
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  const { person, self, tab } = data
  const busy = state === 'loading' && location.pathname === pathname
  const tabs = deckLists.map((name) => ({
    to: profilePath(person.username, name),
    label: tabNames[name],
    current: name === tab,
  }))
  return (
    <div className={styles.page}>
      <ProfileHeader person={person} self={self} />
      {self && <TabLinks label="Your decks" tabs={tabs} />}
      <div className={styles.decks}>
        <h2 className="spoken-only">{tabNames[tab]}</h2>
        <Decks data={data} busy={busy} />
      </div>
    </div>
  )
}
