import { useState } from 'react'
import { displayName } from '../../../../api/pages/viewer.ts'
import { useEditor, useEditorInstance } from '../../../../editor/state/use-editor.ts'
import { formatDateTime } from '../../../../rules/dates.ts'
import { deckUrl } from '../../../../rules/deck-url.ts'
import { Button } from '../../../../ui/button.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { EmptyNotice, FailedNotice, LoadingNotice } from '../../../../ui/notice.tsx'
import type { EditorSession } from '../editor-session.ts'
import { pageOwner } from '../page-owner.ts'
import { ChangeStrip } from './change-strip.tsx'
import { restoreRevision } from './restore-revision.ts'
import styles from './revisions-dialog.module.css'
import { type Revision, useRevisionChanges, useRevisions } from './use-revisions.ts'

function RevisionList(props: {
  readonly list: readonly Revision[]
  readonly shown: Revision | null
  onShow(revision: Revision): void
}) {
  return (
    <ol className={styles.list}>
      {props.list.map((revision, index) => (
        <li key={revision.id}>
          <button
            type="button"
            className={classNames(styles.revision, revision === props.shown && styles.shown)}
            aria-pressed={revision === props.shown}
            onClick={() => props.onShow(revision)}
          >
            <b>
              <Moment time={revision.updated_at} />
            </b>
            <span>{formatDateTime(revision.updated_at)}</span>
            <span>
              {revision.people.map(personName).join(', ')}
              {index === 0 && ', now'}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

function personName({ name, username }: Revision['user']): string {
  return username === null ? 'Somebody who left' : displayName({ name, username })
}

/** Previews a revision in a frame. The URL contains the deck's id, since the page's CSP allows that path. */
function Preview({ session, revision }: { session: EditorSession; revision: Revision }) {
  const id = session.deckId.get() ?? 0
  const path = deckUrl({ ...pageOwner(session.data), slug: null, id })
  const address = `${path}/preview?revision=${revision.id}`
  return <iframe className={styles.preview} title="Preview of the revision" src={address} />
}

interface ChosenProps {
  readonly session: EditorSession
  readonly list: readonly Revision[]
  readonly chosen: Revision
  onShow(revision: Revision): void
}

/** The list of revisions, with the chosen one's changes and preview. */
function Chosen({ session, list, chosen, onShow }: ChosenProps) {
  const changes = useRevisionChanges(session, list, chosen)
  return (
    <div className={styles.both}>
      <RevisionList list={list} shown={chosen} onShow={onShow} />
      <div className={styles.version}>
        <ChangeStrip changes={changes} />
        <Preview session={session} revision={chosen} />
      </div>
    </div>
  )
}

/** Lists the deck's revisions, with a preview of each; one can be restored. */
export function RevisionsDialog({ session }: { session: EditorSession }) {
  const { model, view } = useEditorInstance()
  const open = useEditor((state) => state.dialog === 'revisions')
  const { loaded, reload } = useRevisions(session, open)
  const [shown, setShown] = useState<Revision | null>(null)
  const [busy, setBusy] = useState(false)
  const list = loaded.state === 'loaded' ? loaded.list : []
  const chosen = shown && list.includes(shown) ? shown : (list[0] ?? null)
  const close = () => model.show({ dialog: null })
  const restore = async (revision: Revision) => {
    setBusy(true)
    if (await restoreRevision(session, revision)) close()
    setBusy(false)
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Revisions"
      size="l"
      returnsFocus={() => {
        view.focusCanvas()
        return false
      }}
      actions={
        chosen && (
          <Button variant="primary" busy={busy} disabled={chosen === list[0]} onClick={() => void restore(chosen)}>
            Restore
          </Button>
        )
      }
    >
      {loaded.state === 'loading' && <LoadingNotice label="Loading the revisions" />}
      {loaded.state === 'failed' && <FailedNotice text="The revisions could not be loaded" onRetry={reload} />}
      {loaded.state === 'loaded' && list.length === 0 && (
        <EmptyNotice title="No revisions yet">Each save that changes slides adds one.</EmptyNotice>
      )}
      {chosen && <Chosen session={session} list={list} chosen={chosen} onShow={setShown} />}
    </Dialog>
  )
}
