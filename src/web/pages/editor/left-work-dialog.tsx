import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Moment } from '../../ui/moment.tsx'
import { useStore } from '../../ui/store.ts'
import type { EditorSession } from './editor-session.ts'
import { withLeftWork } from './with-left-work.ts'

/** Offers the work that a killed or closed tab left in this browser. */
export function LeftWorkDialog({ session }: { session: EditorSession }) {
  const waiting = useStore(session.waiting)
  const work = waiting?.kind === 'left-work' ? waiting.work : null
  const restore = () => {
    if (!work) return
    const { deck } = session.editor.getState()
    session.restoreWork(withLeftWork(work, deck, session.saver.savedPoint().version))
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
