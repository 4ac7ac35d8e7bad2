import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { useStore } from '../../../ui/store.ts'
import type { EditorSession } from './editor-session.ts'
import { joinWork } from './settle-left-work.ts'

/** Offers the work that a killed or closed tab left in this browser. */
export function LeftWorkDialog({ session }: { session: EditorSession }) {
  const waiting = useStore(session.waiting)
  const open = waiting?.kind === 'left-work' ? waiting : null
  const work = open?.work ?? null
  const restore = () => {
    if (!open) return
    const { deck } = session.editor.getState()
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
          {Object.keys(work.slides).length === 1 ? 'One slide' : `${Object.keys(work.slides).length} slides`} changed,{' '}
          <Moment time={work.head.changedAt} />.
        </p>
      )}
    </Dialog>
  )
}
