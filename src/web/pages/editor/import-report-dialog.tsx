import { useEffect, useState } from 'react'
import type { Received } from '../../../api/contract.ts'
import { type ImportRemark, importsContracts } from '../../../api/imports/contract.ts'
import type { SlideId } from '../../../document/deck-model.ts'
import { hasFlow } from '../../../editor/flow/has-flow.ts'
import { loadAndTurn } from '../../../editor/flow/load-and-turn.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { FailedNotice } from '../../../ui/notice.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useOpening } from '../../../ui/use-opening.ts'
import { ImportReport, reportTitle } from '../../features/import/import-report.tsx'
import type { EditorSession } from './editor-session.ts'
import styles from './import-report-dialog.module.css'

type Reports = Received<typeof importsContracts.reports.output>['results']
type Loaded = 'loading' | 'failed' | Reports

/** Goes to the slide of a remark, and leads back to the report. */
export function ShowSlide({ remark: { slide, slide_id: id } }: { remark: ImportRemark }) {
  const { model, services } = useEditorInstance()
  const isThere = useEditor((state) => id !== null && Object.hasOwn(state.deck.slides, id))
  if (id === null || !isThere) return <span className={styles.gone}>Not in the deck</span>
  const show = () => {
    model.show({ dialog: null })
    model.goTo(id)
    services.notify(`Slide ${slide} of the import`, 'info', {
      label: 'Back to the report',
      run: () => model.show({ dialog: 'import-report' }),
    })
  }
  return (
    <Button size="s" aria-label={`Show slide ${slide}`} onClick={show}>
      Show
    </Button>
  )
}

function Report({ one, isOpen }: { one: Reports[number]; isOpen: boolean }) {
  return (
    <details className={styles.import} open={isOpen}>
      <summary>
        <span className={styles.file}>{one.file_name}</span>
        <span className={styles.about}>
          {one.slide_count === 1 ? 'One slide' : `${one.slide_count} slides`}, <Moment time={one.created_at} />
        </span>
      </summary>
      {one.report.length === 0 ? (
        <p>{reportTitle(one.report)}.</p>
      ) : (
        <ImportReport report={one.report} showSlide={(remark) => <ShowSlide remark={remark} />} />
      )}
    </details>
  )
}

/** Turns slides, or all of the deck, into blocks: imported HTML is edited by clicking then. */
export function TurnIntoBlocks({ ids }: { ids: readonly SlideId[] | 'all' }) {
  const editor = useEditorInstance()
  const isPossible = useEditor(({ deck: { slides } }) =>
    (ids === 'all' ? Object.keys(slides) : ids).some((id) => hasFlow(slides[id])),
  )
  if (!isPossible) return null
  const run = () => {
    editor.model.show({ dialog: null })
    void loadAndTurn(editor, ids)
  }
  return <Button onClick={run}>{ids === 'all' ? 'Turn all slides into blocks' : 'Turn into blocks'}</Button>
}

function OpenedReports({ open, session }: { open: boolean; session: EditorSession }) {
  const { model, view } = useEditorInstance()
  const [loaded, setLoaded] = useState<Loaded>('loading')
  const [attempt, setAttempt] = useState(0)
  const { api, deckId } = session
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt loads again
  useEffect(() => {
    const id = deckId.get()
    if (id === null) return setLoaded([])
    let isOver = false
    api.call(importsContracts.reports, { params: { id: String(id) } }).then(
      ({ results }) => isOver || setLoaded(results),
      () => isOver || setLoaded('failed'),
    )
    return () => {
      isOver = true
    }
  }, [api, deckId, attempt])
  const retry = () => {
    setLoaded('loading')
    setAttempt(attempt + 1)
  }
  return (
    <Dialog
      open={open}
      onClose={() => model.show({ dialog: null })}
      title="Import reports"
      description="What was changed, left out or is missing in slides that came from elsewhere."
      size="m"
      returnsFocus={() => {
        view.focusCanvas()
        return false
      }}
      actions={
        <>
          <Button onClick={() => model.show({ dialog: null })}>Close</Button>
          <TurnIntoBlocks ids="all" />
        </>
      }
    >
      {loaded === 'loading' && <Spinner />}
      {loaded === 'failed' && <FailedNotice text="The reports could not be loaded." onRetry={retry} />}
      {typeof loaded !== 'string' && loaded.length === 0 && <p>Nothing was imported into this deck.</p>}
      {typeof loaded !== 'string' && loaded.map((one, index) => <Report key={one.id} one={one} isOpen={index === 0} />)}
    </Dialog>
  )
}

/** The reports of the imports into the deck. */
export function ImportReportDialog({ session }: { session: EditorSession }) {
  const open = useEditor((state) => state.dialog === 'import-report')
  const opening = useOpening(open)
  return opening === 0 ? null : <OpenedReports key={opening} open={open} session={session} />
}
