import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { type revision as revisionSchema, revisionsContracts } from '../../../api/revisions/contract.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { deckUrl } from '../../../rules/deck-url.ts'
import { failureText } from '../../data/api-error.ts'
import { displayName } from '../../data/viewer.ts'
import { askConfirm } from '../../ui/ask/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { flashNegative } from '../../ui/flash/flash-store.ts'
import { Moment } from '../../ui/moment.tsx'
import { EmptyNotice, FailedNotice, LoadingNotice } from '../../ui/notice.tsx'
import type { EditorSession } from './editor-session.ts'
import styles from './revisions-dialog.module.css'

type Revision = z.output<typeof revisionSchema>
type Loaded =
  | { readonly state: 'loading' | 'failed' }
  | { readonly state: 'loaded'; readonly list: readonly Revision[] }

/** All revisions of a deck, newest first; a page holds only some. */
async function allRevisions(session: EditorSession, deckId: number): Promise<Revision[]> {
  const list: Revision[] = []
  for (let page = 1; ; page++) {
    const answer = await session.api.call(revisionsContracts.list, { params: { id: String(deckId) }, query: { page } })
    list.push(...answer.results)
    if (answer.results.length === 0 || list.length >= answer.total) return list
  }
}

function useRevisions(session: EditorSession, open: boolean): { loaded: Loaded; reload(): void } {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    if (!open) return
    let current = true
    setLoaded({ state: 'loading' })
    const load = async () => {
      const id = session.deckId.get()
      return id === null ? [] : allRevisions(session, id)
    }
    load().then(
      (list) => current && setLoaded({ state: 'loaded', list }),
      () => current && setLoaded({ state: 'failed' }),
    )
    return () => {
      current = false
    }
  }, [session, open, attempt])
  return { loaded, reload: () => setAttempt((before) => before + 1) }
}

async function restore(session: EditorSession, revision: Revision): Promise<void> {
  const id = session.deckId.get()
  const sure = await askConfirm({
    title: 'Restore this version?',
    text: 'The deck gets the slides of that version again. The version you have now stays in this list.',
    action: 'Restore',
  })
  if (id === null || !sure) return
  try {
    // What isn't saved yet becomes a version of its own first, so that it can be had again too.
    if (!(await session.saver.saveNow())) return
    const params = { id: String(id), revision_id: revision.id }
    await session.api.call(revisionsContracts.restore, { params })
    window.location.reload()
  } catch (error) {
    flashNegative(failureText(error))
  }
}

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
            <span>
              {revision.user.username === null
                ? 'Somebody who left'
                : displayName({ name: revision.user.name, username: revision.user.username })}
              {index === 0 && ', now'}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

/**
 * The deck as it was. The page's policy names the frame of the deck it was opened on; a deck that was made since then
 * is looked at in a tab of its own.
 */
function Preview({ session, revision }: { session: EditorSession; revision: Revision }) {
  const { deck, viewer } = session.data
  const id = session.deckId.get() ?? 0
  const path = deckUrl({ username: deck?.user.username ?? viewer.username, slug: null, id })
  const address = `${path}/preview?revision=${revision.id}`
  if (deck) return <iframe className={styles.preview} title="Preview of the revision" src={address} />
  return (
    <p>
      <a href={address} target="_blank" rel="noopener">
        Look at this version
      </a>
    </p>
  )
}

/** The deck's earlier versions: to look at in a frame, and to take up again. */
export function RevisionsDialog({ session }: { session: EditorSession }) {
  const editor = useEditorInstance()
  const open = useEditor((state) => state.dialog === 'revisions')
  const { loaded, reload } = useRevisions(session, open)
  const [shown, setShown] = useState<Revision | null>(null)
  const list = loaded.state === 'loaded' ? loaded.list : []
  const chosen = shown && list.includes(shown) ? shown : (list[0] ?? null)
  return (
    <Dialog
      open={open}
      onClose={() => editor.show({ dialog: null })}
      title="Revisions"
      size="l"
      actions={
        chosen && (
          <Button variant="primary" disabled={chosen === list[0]} onClick={() => void restore(session, chosen)}>
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
      {chosen && (
        <div className={styles.both}>
          <RevisionList list={list} shown={chosen} onShow={setShown} />
          <Preview session={session} revision={chosen} />
        </div>
      )}
    </Dialog>
  )
}
