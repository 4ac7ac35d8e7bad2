import { useEffect, useState } from 'react'
import { roleIsAdmin } from '../../../rules/permissions.ts'
import { useStore } from '../../../ui/store.ts'
import { CollaborationPanel } from '../../features/collaboration/collaboration-panel.tsx'
import { linkedComment } from '../../features/collaboration/linked-comment.ts'
import { openEditorCollaboration } from './editor-collaboration.ts'
import type { EditorSession } from './editor-session.ts'

/** The collaborators of the deck, beside the editor. For a saved deck. */
export function CollaborationPane({ session, deckId }: { session: EditorSession; deckId: number }) {
  const [collaboration] = useState(() => openEditorCollaboration(session, deckId))
  const [expanded, setExpanded] = useState(linkedComment() !== null)
  useEffect(() => () => collaboration.close(), [collaboration])
  const { people } = useStore(collaboration.state)
  const role = people?.find(({ user_id }) => user_id === session.data.viewer.id)?.role ?? null
  const invite = () => session.editor.model.show({ dialog: 'collaborate' })
  return (
    <CollaborationPanel
      collaboration={collaboration}
      expanded={expanded}
      onExpand={setExpanded}
      onInvite={roleIsAdmin(role) ? invite : null}
    />
  )
}
