import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { messages } from '../../../rules/messages.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useStore } from '../../../ui/store.ts'
import { showError } from '../../../ui/toast/toast-store.ts'
import type { EditorSession } from './editor-session.ts'

/** Why the deck can no longer be saved here. */
export type EndOfEditing = 'membership' | 'access' | 'team-closed'

/** Props of EditingEndedDialog. */
export interface EditingEndedDialogProps {
  /** Null: it has not ended. */
  readonly ended: EndOfEditing | null
  readonly session: EditorSession
}

interface Texts {
  readonly title: string
  readonly description: string
  /** Says who can restore the access; null: no user can. */
  readonly mistake: string | null
  /** What to do with unsaved changes, in the file, and without any. */
  readonly unsaved: string
  readonly saved: string
  readonly link: { readonly text: string; readonly href: string }
}

function textsOf(ended: EndOfEditing, { data, deckId, stream }: EditorSession): Texts {
  const { site, viewer, editing } = data
  const team = editing.teamName ?? ''
  const personal = { text: 'Your personal decks', href: `${site.baseUrl}/${viewer.username}` }
  const importable = 'You can import the file into a personal deck.'
  const toFile = { unsaved: importable, saved: `Everything was saved. ${importable}`, link: personal }
  const atNewAddress = {
    unsaved: 'Open the deck at its new address and import the file there.',
    saved: 'Everything was saved. Open the deck at its new address.',
    link: { text: 'Open the deck', href: site.baseUrl + window.location.pathname },
  }
  switch (ended) {
    case 'membership':
      return {
        title: messages.session.membershipEnded,
        description: `You are no longer an active member of ${team}. This deck belongs to the team, so you can't save it here any more.`,
        mistake: 'If this is a mistake, ask an owner or admin of the team.',
        ...toFile,
      }
    case 'access':
      return {
        title: messages.session.accessEnded,
        description:
          "It was deleted or suspended, you are no longer a collaborator on it, or you may only view it now, so you can't save it any more.",
        ...stream.endedBy.get(),
        mistake: 'If this is a mistake, ask its owner, or the people who run this instance.',
        ...toFile,
      }
    case 'team-closed':
      return {
        title: messages.session.teamClosed,
        description: `One of the owners closed ${team}, so you can't save here any more. Its decks are personal decks of their owners now, at the main address.`,
        mistake: null,
        ...(deckId.get() === null ? toFile : atNewAddress),
      }
  }
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

/** Tells a user who was editing that the deck can no longer be saved here, and offers it as a file. */
export function EditingEndedDialog({ ended, session }: EditingEndedDialogProps) {
  const { saver, journal } = session
  const [isLoading, setLoading] = useState(false)
  // The channel may tell of it after the save was refused.
  useStore(session.stream.endedBy)
  const latest = useRef<EndOfEditing>('access')
  // The texts stay while the dialog closes.
  if (ended !== null) latest.current = ended
  const { title, description, mistake, unsaved, saved, link } = textsOf(latest.current, session)
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
  const isUnsaved = ended !== null && saver.hasUnsaved()
  return (
    <Dialog
      open={ended !== null}
      onClose={() => undefined}
      mustAnswer
      opensItself
      title={title}
      description={description}
      actions={
        <>
          <ButtonLink to={link.href} target="_blank" rel="noopener" reloadDocument>
            {link.text}
          </ButtonLink>
          <Button variant="primary" icon={<Download size={16} />} busy={isLoading} onClick={() => void download()}>
            Download deck
          </Button>
        </>
      }
    >
      <p>{isUnsaved ? `The download has all slides, with the changes that were not saved. ${unsaved}` : saved}</p>
      {/* What the browser keeps is of this host, whose pages end with the team. */}
      {mistake && (
        <>
          {isUnsaved && journal.health() === 'stored' && <p>This browser also keeps the unsaved changes.</p>}
          <p>{mistake}</p>
        </>
      )}
    </Dialog>
  )
}
