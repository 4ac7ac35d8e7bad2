import { Link2 } from 'lucide-react'
import { ApiError } from '../../../api/api-error.ts'
import { decksContracts } from '../../../api/decks/contract.ts'
import { deckRules, newDeckPlace } from '../../../api/pages/viewer.ts'
import { messages } from '../../../rules/messages.ts'
import { planAllows } from '../../../rules/plans.ts'
import { offeredVisibilities, type Visibility, visibilityNames } from '../../../rules/visibilities.ts'
import { Button } from '../../../ui/button.tsx'
import { confirmDialog } from '../../../ui/dialogs/dialog-store.ts'
import { Menu } from '../../../ui/menu.tsx'
import { useStore } from '../../../ui/store.ts'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { placeOf } from '../../data/deck.ts'
import { visibilityIcons } from '../../features/visibility/visibility-icons.ts'
import type { EditorSession } from './editor-session.ts'

function iconOf(visibility: Visibility) {
  const Icon = visibilityIcons[visibility]
  return <Icon size={16} />
}

/** Props of VisibilityMenu. */
export interface VisibilityMenuProps {
  session: EditorSession
  visibility: Visibility
  onChange: (visibility: Visibility) => void
  /** Opens the share dialog. */
  onCreateLink: () => void
}

/** The menu of the deck's visibility, shown to its owner. A new deck is saved first. */
export function VisibilityMenu({ session, visibility, onChange, onCreateLink }: VisibilityMenuProps) {
  const { deck: opened, viewer } = session.data
  const deckId = useStore(session.deckId)
  if (opened && opened.user.id !== viewer.id) return null
  const place = opened ? placeOf(opened) : newDeckPlace(viewer)
  const offer = async () => {
    const { planOffers } = await import('../../../rules/plan-offers.ts')
    const { privateDecks } = planOffers
    // In a new tab, so the editor stays open.
    if (await confirmDialog(privateDecks)) window.open(privateDecks.address, '_blank', 'noopener')
  }
  const change = async (wanted: Visibility) => {
    if (wanted === 'self' && visibility !== 'self' && !planAllows(place.plan, 'privateDecks')) return offer()
    if (deckId === null && !(await session.saver.saveNow())) return
    const id = session.deckId.get()
    if (id === null) return
    try {
      const body = { visibility: wanted }
      const answer = await session.api.call(decksContracts.publish, { params: { id: String(id) }, body })
      onChange(answer.deck.visibility)
      showSuccess(messages.visibility[wanted])
    } catch (error) {
      if (error instanceof ApiError && error.message === messages.access.upgrade) await offer()
      else showError(messages.deck.visibilityFailed)
    }
  }
  const entries = offeredVisibilities({ ...deckRules(viewer, place), visibility }).map((choice) => ({
    label: visibilityNames[choice],
    icon: iconOf(choice),
    checked: choice === visibility,
    onSelect: () => void change(choice),
  }))
  const link = { label: 'Create a link', icon: <Link2 size={16} />, onSelect: onCreateLink }
  const label = visibilityNames[visibility]
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="s" icon={iconOf(visibility)} aria-label={`Visibility: ${label}`}>
          {label}
        </Button>
      }
      groups={[{ title: 'Visibility', entries }, { entries: [link] }]}
    />
  )
}
