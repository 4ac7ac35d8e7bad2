import {
  ChartColumn,
  Copy,
  Download,
  EllipsisVertical,
  Link2,
  Mic,
  Pencil,
  Play,
  Presentation,
  Printer,
  Share,
  Trash2,
  Users,
  UsersRound,
} from 'lucide-react'
import { useState } from 'react'
import { deckRules } from '../../../api/pages/viewer.ts'
import { deckUrl, shownTitle } from '../../../rules/deck-url.ts'
import { offeredVisibilities, type Visibility, visibilityNames } from '../../../rules/visibilities.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry, type MenuGroup } from '../../../ui/menu.tsx'
import { type DeckJson, placeOf } from '../../data/deck.ts'
import { useApi, useSite, useViewer } from '../../data/session-context.tsx'
import { LazyPeopleDialog } from '../collaboration/people/lazy-people-dialog.tsx'
import { LazyExportDialog } from '../exports/lazy-export-dialog.tsx'
import { visibilityIcons } from '../visibility/visibility-icons.ts'
import { DeckShare } from './deck-share.tsx'
import type { DeckActions } from './use-deck-actions.ts'

/** Props of DeckMenu. */
export interface DeckMenuProps {
  deck: DeckJson
  actions: DeckActions
}

interface Offers {
  readonly offered: readonly Visibility[]
  /** Whether the deck is personal and its owner in a team. */
  readonly mayBring: boolean
  readonly share: () => void
  readonly collaborate: () => void
  readonly exportIt: () => void
}

function ownGroups(
  { deck, actions }: DeckMenuProps,
  { offered, mayBring, share, collaborate, exportIt }: Offers,
): MenuGroup[] {
  const address = { username: deck.user.username, slug: deck.slug, id: deck.id }
  const visibility = offered.map((value): MenuEntry => {
    const Icon = visibilityIcons[value]
    const checked = deck.visibility === value
    return {
      label: visibilityNames[value],
      icon: <Icon />,
      checked,
      onSelect: () => void actions.setVisibility(deck, value),
    }
  })
  return [
    {
      entries: [
        { label: 'Edit', icon: <Pencil />, to: deckUrl(address, { view: 'edit' }), reload: true },
        { label: 'Present', icon: <Play />, to: deckUrl(address, { view: 'fullscreen' }), reload: true },
        { label: 'Present live', icon: <Presentation />, to: deckUrl(address, { view: 'live' }), reload: true },
        { label: 'Speaker view', icon: <Mic />, to: deckUrl(address, { view: 'speaker' }), reload: true },
        { label: 'Export', icon: <Download />, onSelect: exportIt },
        { label: 'Print', icon: <Printer />, to: deckUrl(address, { view: 'export' }), reload: true },
        { label: 'Analytics', icon: <ChartColumn />, to: deckUrl(address, { view: 'analytics' }) },
        { label: 'Share', icon: <Share />, onSelect: share },
        { label: 'Collaborate', icon: <UsersRound />, onSelect: collaborate },
        { label: 'Fork', icon: <Copy />, onSelect: () => void actions.fork(deck) },
      ],
    },
    {
      title: 'Visibility',
      entries: [...visibility, { label: 'Create a link', icon: <Link2 />, onSelect: share }],
    },
    {
      entries: [
        ...(mayBring
          ? [{ label: 'Bring into the team', icon: <Users />, onSelect: () => void actions.bringToTeam(deck) }]
          : []),
        { label: 'Move to trash', icon: <Trash2 />, dangerous: true, onSelect: () => void actions.trash(deck) },
      ],
    },
  ]
}

/** A deck of a list as the dialog of its people needs it. */
function peopleDeckOf(deck: DeckJson) {
  const { id, title, visibility } = deck
  const { plan: ownerPlan, team_slug: teamSlug } = placeOf(deck)
  return { id, title: shownTitle(title), visibility, ownerPlan, teamSlug }
}

/** The menu of one of the user's decks in a list. */
export function DeckMenu(props: DeckMenuProps) {
  const viewer = useViewer()
  const api = useApi()
  const { billing } = useSite()
  const [sharing, setSharing] = useState(false)
  const [collaborating, setCollaborating] = useState(false)
  const [exporting, setExporting] = useState(false)
  const { deck, actions } = props
  const share = () => setSharing(true)
  const rules = deckRules({ team: viewer?.team ?? null }, placeOf(deck))
  const offered = offeredVisibilities({ ...rules, visibility: deck.visibility })
  const mayBring = viewer !== null && viewer.team !== null && deck.user.team_slug === null
  const open = { share, collaborate: () => setCollaborating(true), exportIt: () => setExporting(true) }
  const groups = ownGroups(props, { offered, mayBring, ...open })
  const label = `Menu of “${shownTitle(deck.title)}”`
  return (
    <>
      <Menu trigger={<IconButton label={label} icon={<EllipsisVertical />} tooltip={false} />} groups={groups} />
      <DeckShare
        deck={deck}
        open={sharing}
        onClose={() => setSharing(false)}
        onPublished={() => actions.published(deck)}
      />
      <LazyExportDialog open={exporting} onClose={() => setExporting(false)} api={api} deckId={deck.id} />
      {viewer && (
        <LazyPeopleDialog
          open={collaborating}
          onClose={() => setCollaborating(false)}
          api={api}
          deck={peopleDeckOf(deck)}
          viewer={{ ...viewer, billing }}
        />
      )}
    </>
  )
}
