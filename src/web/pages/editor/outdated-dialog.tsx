import { messages } from '../../../rules/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useStore } from '../../../ui/store.ts'
import type { EditorSession } from './editor-session.ts'

/** Who saved the newer version. It is never said of the user's own work that somebody else saved it. */
function whoseWords(own: boolean, by: string | null): string {
  if (own) return 'You changed the same things in another window or on another device.'
  return `${by ?? 'Somebody else'} saved this deck since you opened it.`
}

/** The deck was saved elsewhere meanwhile: the user chooses, and nothing is lost whatever they choose. */
export function OutdatedDialog({ session }: { session: EditorSession }) {
  const waiting = useStore(session.waiting)
  const newer = waiting?.kind === 'outdated' ? waiting : null
  return (
    <Dialog
      open={newer !== null}
      onClose={() => undefined}
      insists
      unasked
      title={messages.save.stale}
      description={newer ? `${whoseWords(newer.own, newer.by)} Your changes here are kept on this device.` : ''}
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
        <b>Keep both</b> joins the two versions; a slide that was changed in both is kept twice. <b>Reload</b> shows the
        other version and offers yours again. <b>Ignore</b> goes on with yours; the other one stays among the revisions.
      </p>
    </Dialog>
  )
}
