import { useEffect, useState } from 'react'
import { decksContracts } from '../../../api/decks/contract.ts'
import { useEditor } from '../../../editor/state/use-editor.ts'
import { useStore } from '../../../ui/store.ts'
import type { EditorSession } from './editor-session.ts'
import { partOf, usePart } from './use-part.ts'

/** ms after which a deck with collaborators joins its channel: the editor is drawn and takes keys by then. */
const afterOpening = 500

const pane = partOf<{ session: EditorSession; deckId: number }>(
  async () => (await import('./collaboration-pane.tsx')).CollaborationPane,
  // Without the panel the deck can still be edited, and the save status says when another user edits.
  () => null,
)

/** Whether the deck has collaborators: known with the page, and asked again after the dialog about them was closed. */
function useCollaborative({ api, data, deckId }: EditorSession): boolean {
  const [isCollaborative, setCollaborative] = useState(false)
  const id = useStore(deckId)
  const isInDialog = useEditor((state) => state.dialog === 'collaborate')
  const [wasInDialog, setWasInDialog] = useState(false)
  if (isInDialog && !wasInDialog) setWasInDialog(true)
  useEffect(() => {
    if (!data.deck?.collaborative) return
    const timer = setTimeout(() => setCollaborative(true), afterOpening)
    return () => clearTimeout(timer)
  }, [data])
  useEffect(() => {
    if (isCollaborative || !wasInDialog || isInDialog || id === null) return
    api.call(decksContracts.read, { params: { id: String(id) } }).then(
      (deck) => setCollaborative(deck.collaborative),
      // The next page finds out.
      () => undefined,
    )
  }, [api, id, isCollaborative, isInDialog, wasInDialog])
  return isCollaborative
}

/** The panel of a deck's collaborators, loaded for decks that have any, after the editor. */
export function LazyCollaboration({ session }: { session: EditorSession }) {
  const deckId = useStore(session.deckId)
  const isWanted = useCollaborative(session) && deckId !== null
  const Pane = usePart(pane, isWanted)
  return Pane && deckId !== null ? <Pane session={session} deckId={deckId} /> : null
}
