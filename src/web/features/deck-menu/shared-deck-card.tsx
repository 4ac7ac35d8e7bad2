import { EllipsisVertical, LogOut, MessageSquareText, Mic, Pencil, Play, Presentation } from 'lucide-react'
import { type DeckUrlOptions, deckUrl, originOf, shownTitle } from '../../../rules/deck-url.ts'
import { roleMayEdit } from '../../../rules/permissions.ts'
import { signedInUrl } from '../../../rules/signed-in-url.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import type { DeckOfList } from '../../data/deck.ts'
import { useHostTeam, useSite } from '../../data/session-context.tsx'
import { DeckCard } from '../deck-card/deck-card.tsx'
import type { DeckActions } from './use-deck-actions.ts'

/** The URLs of a shared deck. Those on another host begin with the transfer of the session to it. */
function useUrls({ user, slug, id }: DeckOfList): (options?: DeckUrlOptions) => string {
  const host = useHostTeam()
  const { baseUrl } = useSite()
  const teamSlug = user.team_slug ?? null
  return (options) => {
    const path = deckUrl({ username: user.username, slug, id }, options)
    return teamSlug === (host?.slug ?? null) ? path : signedInUrl(originOf({ teamSlug }, baseUrl), path)
  }
}

/** A deck of another user on which the user collaborates: the role, and a menu of what it allows. */
export function SharedDeckCard(props: { deck: DeckOfList; actions: DeckActions; eager?: boolean }) {
  const { deck, actions, eager } = props
  const urlOf = useUrls(deck)
  const link = (label: string, icon: MenuEntry['icon'], options?: DeckUrlOptions): MenuEntry => ({
    ...{ label, icon, to: urlOf(options), reload: true },
  })
  const role = deck.role ?? 'viewer'
  const editing = [
    link('Edit', <Pencil />, { view: 'edit' }),
    link('Present live', <Presentation />, { view: 'live' }),
    link('Speaker view', <Mic />, { view: 'speaker' }),
  ]
  const groups = [
    {
      entries: [
        ...(roleMayEdit(role) ? editing : []),
        link('Review', <MessageSquareText />, { view: 'review' }),
        link('Present', <Play />, { view: 'fullscreen' }),
      ],
    },
    {
      entries: [
        { label: 'Leave deck', icon: <LogOut />, dangerous: true, onSelect: () => void actions.leave(deck) },
      ] satisfies MenuEntry[],
    },
  ]
  const label = `Menu of “${shownTitle(deck.title)}”`
  const menu = (
    <Menu trigger={<IconButton label={label} icon={<EllipsisVertical />} tooltip={false} />} groups={groups} />
  )
  return <DeckCard deck={deck} role={role} to={urlOf()} menu={menu} {...(eager ? { eager } : {})} />
}
