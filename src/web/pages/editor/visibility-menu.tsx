import { Globe, Link2, Lock, Users } from 'lucide-react'
import { ApiError } from '../../../api/api-error.ts'
import { decksContracts } from '../../../api/decks/contract.ts'
import { messages } from '../../../rules/messages.ts'
import type { Visibility } from '../../../rules/permissions.ts'
import { privateOffer } from '../../../rules/plan-offers.ts'
import { planAllows } from '../../../rules/plans.ts'
import { askConfirm } from '../../../ui/ask/ask-store.ts'
import { Button } from '../../../ui/button.tsx'
import { flashNegative, flashPositive } from '../../../ui/flash/flash-store.ts'
import { Menu } from '../../../ui/menu.tsx'
import { useStore } from '../../../ui/store.ts'
import type { EditorSession } from './editor-session.ts'

const looks = {
  self: { label: 'Private', icon: <Lock size={16} /> },
  team: { label: 'Internal', icon: <Users size={16} /> },
  all: { label: 'Public', icon: <Globe size={16} /> },
} as const

/** Internal is for members of a team; what the deck is, is always among them. */
function choicesFor({ data: { viewer } }: EditorSession, visibility: Visibility): readonly Visibility[] {
  const hasTeam = viewer.team !== null && planAllows(viewer.plan, 'team')
  return hasTeam || visibility === 'team' ? ['self', 'team', 'all'] : ['self', 'all']
}

/** Props of VisibilityMenu. */
export interface VisibilityMenuProps {
  session: EditorSession
  visibility: Visibility
  onChange: (visibility: Visibility) => void
  /** Opens the share dialog. */
  onCreateLink: () => void
}

/** Who can see the deck, for its owner. A deck that was never saved is saved first. */
export function VisibilityMenu({ session, visibility, onChange, onCreateLink }: VisibilityMenuProps) {
  const { deck: opened, viewer } = session.data
  const deckId = useStore(session.deckId)
  if (opened && opened.user.id !== viewer.id) return null
  const offer = async () => {
    // Beside the editor, which stays as it is.
    if (await askConfirm(privateOffer)) window.open(privateOffer.address, '_blank', 'noopener')
  }
  const change = async (wanted: Visibility) => {
    if (wanted === 'self' && visibility !== 'self' && !planAllows(viewer.plan, 'privateDecks')) return offer()
    if (deckId === null && !(await session.saver.saveNow())) return
    const id = session.deckId.get()
    if (id === null) return
    try {
      const body = { visibility: wanted }
      const answer = await session.api.call(decksContracts.publish, { params: { id: String(id) }, body })
      onChange(answer.deck.visibility)
      flashPositive(messages.visibility[wanted])
    } catch (error) {
      if (error instanceof ApiError && error.message === messages.access.upgrade) await offer()
      else flashNegative(messages.deck.visibilityFailed)
    }
  }
  const entries = choicesFor(session, visibility).map((choice) => ({
    ...looks[choice],
    checked: choice === visibility,
    onSelect: () => void change(choice),
  }))
  const link = { label: 'Create a link', icon: <Link2 size={16} />, onSelect: onCreateLink }
  const { label, icon } = looks[visibility]
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="s" icon={icon} aria-label={`Visibility: ${label}`}>
          {label}
        </Button>
      }
      groups={[{ title: 'Who can see it', entries }, { entries: [link] }]}
    />
  )
}
