import { useEffect, useState } from 'react'
import { roleIsAdmin } from '../../../rules/permissions.ts'
import { useStore } from '../../../ui/store.ts'
import { ownRole } from '../../features/collaboration/collaboration.ts'
import { CollaborationPanel } from '../../features/collaboration/collaboration-panel.tsx'
import { linkedComment } from '../../features/collaboration/linked-comment.ts'
import { hasDrafts } from '../../features/comments/has-drafts.ts'
import { openEditorCollaboration } from './editor-collaboration.ts'
import type { EditorSession } from './editor-session.ts'

/** The collaborators of the deck, beside the editor. For a saved deck. */
export function CollaborationPane({ session, deckId }: { session: EditorSession; deckId: number }) {
  const [collaboration] = useState(() => openEditorCollaboration(session, deckId))
  const [expanded, setExpanded] = useState(linkedComment() !== null || hasDrafts(deckId, session.data.viewer.id))
  useEffect(() => () => collaboration.close(), [collaboration])
  const role = ownRole(useStore(collaboration.state))
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
