import type { UnsavedDraft } from '../../../editor/journal/recover.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { useStore } from '../../../ui/store.ts'
import type { EditorSession } from './editor-session.ts'
import { applyDraft } from './settle-unsaved-draft.ts'

/** Describes what the draft changed. */
export function draftSummary({ head, slides }: UnsavedDraft): string {
  const count = Object.keys(slides).length
  if (count > 0) return count === 1 ? 'One slide changed' : `${count} slides changed`
  return Object.keys(head.settings).length > 0 ? 'Settings of the deck changed' : 'Slides were moved or deleted'
}

/** Offers to restore a draft left by a closed window. */
export function UnsavedDraftDialog({ session }: { session: EditorSession }) {
  const decision = useStore(session.decision)
  const open = decision?.kind === 'unsaved-draft' ? decision : null
  const draft = open?.draft ?? null
  const restore = () => {
    if (!open) return
    const { deck } = session.editor.model.getState()
    session.restoreDraft(applyDraft(deck, open, session.saver.savedPoint()))
  }
  return (
    <Dialog
      open={draft !== null}
      onClose={() => undefined}
      mustAnswer
      opensItself
      title="You have unsaved changes"
      description="This browser kept changes to this deck that had not reached the server."
      actions={
        <>
          <Button variant="danger" onClick={() => void session.discardDraft()}>
            Discard
          </Button>
          <Button variant="primary" onClick={restore}>
            Restore
          </Button>
        </>
      }
    >
      {draft && (
        <p>
          {draftSummary(draft)}, <Moment time={draft.head.changedAt} />.
        </p>
      )}
    </Dialog>
  )
}
