import type { NewerVersion } from '../../../editor/autosave/save-transport.ts'
import { messages } from '../../../rules/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useStore } from '../../../ui/store.ts'
import { conflictSummary } from './conflict-summary.ts'
import type { EditorSession } from './editor-session.ts'
import { mergeVersions } from './merge-versions.ts'

/** Says who saved the newer version. For the user's own save it does not name another person. */
function authorText(own: boolean, by: string | null): string {
  if (own) return 'You changed the same things in another window or on another device.'
  return `${by ?? 'Somebody else'} saved this deck since you opened it.`
}

/** The list of slides and settings that both changed. */
function Conflicts({ session, newer }: { session: EditorSession; newer: NewerVersion }) {
  const { deck: base } = session.saver.savedPoint()
  const { deck: mine } = session.editor.model.getState()
  const conflicts = conflictSummary(mergeVersions(base, newer.theirs(base), mine), mine)
  if (conflicts.length === 0) return <p>You changed different things: Keep both loses nothing.</p>
  return (
    <>
      <p>Changed on both sides:</p>
      <ul>
        {conflicts.map((conflict) => (
          <li key={conflict}>{conflict}</li>
        ))}
      </ul>
    </>
  )
}

/** The dialog of a save conflict. Every choice keeps both versions. */
export function OutdatedDialog({ session }: { session: EditorSession }) {
  const decision = useStore(session.decision)
  const newer = decision?.kind === 'outdated' ? decision : null
  return (
    <Dialog
      open={newer !== null}
      onClose={() => undefined}
      mustAnswer
      opensItself
      title={messages.save.stale}
      description={newer ? `${authorText(newer.own, newer.by)} Your changes here are kept on this device.` : ''}
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
      {newer && <Conflicts {...{ session, newer }} />}
      <p>
        <b>Keep both</b> joins the two versions; a slide that was changed in both is kept twice. <b>Reload</b> shows the
        other version and offers yours again. <b>Ignore</b> goes on with yours; the other one stays among the revisions.
      </p>
    </Dialog>
  )
}
