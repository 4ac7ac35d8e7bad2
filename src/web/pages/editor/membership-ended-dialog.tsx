import { Download } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../../../rules/messages.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showError } from '../../../ui/toast/toast-store.ts'
import type { EditorSession } from './editor-session.ts'

/** Props of MembershipEndedDialog. */
export interface MembershipEndedDialogProps {
  readonly open: boolean
  readonly teamName: string
  readonly session: EditorSession
}

/** Downloads the deck with its unsaved changes. The code that makes the file is loaded on demand. */
async function downloadDeck({ editor, data }: EditorSession): Promise<void> {
  const { deckPage, deckPageName } = await import('../../../editor/html/deck-page.ts')
  const { deck } = editor.model.getState()
  const url = URL.createObjectURL(new Blob([deckPage(deck, data.site.baseUrl)], { type: 'text/html' }))
  const link = document.createElement('a')
  link.href = url
  link.download = deckPageName(deck.settings.title)
  link.click()
  // Browsers read the Blob after the click, and no event says when.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Tells a member who was deactivated or removed while editing that the deck can no longer be saved, and offers it as a file. */
export function MembershipEndedDialog({ open, teamName, session }: MembershipEndedDialogProps) {
  const { saver, journal, data } = session
  const [isLoading, setLoading] = useState(false)
  const download = async () => {
    setLoading(true)
    try {
      await downloadDeck(session)
    } catch {
      showError(messages.deck.partLoadFailed)
    } finally {
      setLoading(false)
    }
  }
  const isUnsaved = open && saver.hasUnsaved()
  return (
    <Dialog
      open={open}
      onClose={() => undefined}
      mustAnswer
      opensItself
      title={messages.session.membershipEnded}
      description={`You are no longer an active member of ${teamName}. This deck belongs to the team, so you can't save it here any more.`}
      actions={
        <>
          <ButtonLink to={`${data.site.baseUrl}/${data.viewer.username}`} target="_blank" rel="noopener" reloadDocument>
            Your personal decks
          </ButtonLink>
          <Button variant="primary" icon={<Download size={16} />} busy={isLoading} onClick={() => void download()}>
            Download deck
          </Button>
        </>
      }
    >
      <p>
        {isUnsaved ? 'The download has all slides, with the changes that were not saved.' : 'Everything was saved.'} You
        can import the file into a personal deck.
      </p>
      {isUnsaved && journal.health() === 'stored' && <p>This browser also keeps the unsaved changes.</p>}
      <p>If this is a mistake, ask an owner or admin of the team.</p>
    </Dialog>
  )
}
