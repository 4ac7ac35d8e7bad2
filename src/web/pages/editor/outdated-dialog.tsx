import { messages } from '../../../rules/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useStore } from '../../ui/store.ts'
import type { EditorSession } from './editor-session.ts'

/** Somebody else saved this deck meanwhile: the person chooses, and nothing is lost whatever they choose. */
export function OutdatedDialog({ session }: { session: EditorSession }) {
  const waiting = useStore(session.waiting)
  return (
    <Dialog
      open={waiting?.kind === 'outdated'}
      onClose={() => undefined}
      insists
      unasked
      title={messages.save.stale}
      description="This deck was saved in another window or by somebody else since you opened it. Your changes are kept on this device."
      actions={
        <>
          <Button onClick={() => void session.reload()}>Reload</Button>
          <Button onClick={() => session.ignoreOther()}>Ignore</Button>
          <Button variant="primary" onClick={() => session.keepBoth()}>
            Keep both
          </Button>
        </>
      }
    >
      <p>
        <b>Keep both</b> joins the two versions; a slide that both changed is kept twice. <b>Reload</b> shows the other
        version and offers yours again. <b>Ignore</b> goes on with yours; the other one stays among the revisions.
      </p>
    </Dialog>
  )
}
