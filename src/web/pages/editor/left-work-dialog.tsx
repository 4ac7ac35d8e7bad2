import type { LeftWork } from '../../../editor/journal/recover.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { useStore } from '../../../ui/store.ts'
import type { EditorSession } from './editor-session.ts'
import { joinWork } from './settle-left-work.ts'

/** What the work changed, in a few words. */
export function workWords({ head, slides }: LeftWork): string {
  const count = Object.keys(slides).length
  if (count > 0) return count === 1 ? 'One slide changed' : `${count} slides changed`
  return Object.keys(head.settings).length > 0 ? 'Settings of the deck changed' : 'Slides were moved or deleted'
}

/** Offers the work that a killed or closed tab left in this browser. */
export function LeftWorkDialog({ session }: { session: EditorSession }) {
  const waiting = useStore(session.waiting)
  const open = waiting?.kind === 'left-work' ? waiting : null
  const work = open?.work ?? null
  const restore = () => {
    if (!open) return
    const { deck } = session.editor.model.getState()
    session.restoreWork(joinWork(deck, open, session.saver.savedPoint()))
  }
  return (
    <Dialog
      open={work !== null}
      onClose={() => undefined}
      insists
      unasked
      title="You have unsaved changes"
      description="This browser kept changes to this deck that had not reached the server."
      actions={
        <>
          <Button variant="danger" onClick={() => void session.discardWork()}>
            Discard
          </Button>
          <Button variant="primary" onClick={restore}>
            Restore
          </Button>
        </>
      }
    >
      {work && (
        <p>
          {workWords(work)}, <Moment time={work.head.changedAt} />.
        </p>
      )}
    </Dialog>
  )
}
