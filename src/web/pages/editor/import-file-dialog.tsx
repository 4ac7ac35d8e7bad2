import { useEffect, useRef, useState } from 'react'
import { importsContracts } from '../../../api/imports/contract.ts'
import type { SlideId } from '../../../document/deck-model.ts'
import { offerBlocks } from '../../../editor/flow/offer-blocks.ts'
import { droppedImport } from '../../../editor/html/dropped-import.ts'
import { type ImportedSlides, takeSlides } from '../../../editor/html/take-slides.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import type { PdfMode } from '../../../rules/import-formats.ts'
import { importMessages } from '../../../rules/import-messages.ts'
import { messages } from '../../../rules/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useStore } from '../../../ui/store.ts'
import { useOpening } from '../../../ui/use-opening.ts'
import styles from '../../features/import/import-parts.module.css'
import { ImportProgress } from '../../features/import/import-parts.tsx'
import { ImportReport } from '../../features/import/import-report.tsx'
import { ImportSources } from '../../features/import/import-sources.tsx'
import { createImport, type ImportState, isRunning } from '../../features/import/run-import.ts'
import type { ImportSource } from '../../features/import/send-import.ts'
import type { EditorSession } from './editor-session.ts'
import { ShowSlide, TurnIntoBlocks } from './import-report-dialog.tsx'
import { tookImport } from './took-import.ts'

type Mode = 'append' | 'replace'
type Finished = Extract<ImportState, { kind: 'finished' }>['result']

const modeCards = [
  { value: 'append', title: 'Add the slides', text: 'They come behind the last slide of this deck, in its size.' },
  { value: 'replace', title: 'Replace all slides', text: 'This deck gets the slides and the slide size of the file.' },
] as const

/** The id of the deck; a new one is saved first. Null if that failed. */
async function savedDeckId({ deckId, saveAll }: EditorSession): Promise<number | null> {
  if (deckId.get() === null) await saveAll()
  return deckId.get()
}

/** What was read and is not in the deck yet; what came of it; or the reading before. */
type Step =
  | { readonly kind: 'source' }
  | { readonly kind: 'question'; readonly result: Finished; readonly slides: ImportedSlides }
  | { readonly kind: 'done'; readonly report: Finished['report']; readonly ids: readonly SlideId[] }

/** Imports: what was read is added at once, or replaces all slides after the user has seen its report. */
function useSlideImport(session: EditorSession, mode: Mode) {
  const editor = useEditorInstance()
  const [runner] = useState(() => createImport(session.api))
  const [step, setStep] = useState<Step>({ kind: 'source' })
  const state = useStore(runner.state)
  const taken = useRef<ImportState | null>(null)
  const close = () => {
    runner.cancel()
    editor.model.show({ dialog: null })
  }
  const forget = ({ id }: Finished) => session.api.call(importsContracts.remove, { params: { id } }).catch(() => {})
  const put = (result: Finished, slides: ImportedSlides): void => {
    const ids = takeSlides(editor, slides, mode)
    runner.reset()
    if (!ids) {
      void forget(result)
      setStep({ kind: 'source' })
      return
    }
    const body = { import: { slide_ids: [...ids] } }
    // Without an answer the report is shown now, and not kept.
    session.api.call(importsContracts.take, { params: { id: result.id }, body }).catch(() => {})
    tookImport.set(true)
    const report = result.report.map((remark) => {
      return { ...remark, slide_id: remark.slide === null ? null : (ids[remark.slide - 1] ?? null) }
    })
    if (report.length > 0) {
      setStep({ kind: 'done', report, ids })
      return
    }
    close()
    offerBlocks(editor, ids)
  }
  const offer = async (result: Finished): Promise<void> => {
    const { data, notes, settings } = await session.api.call(importsContracts.slides, { params: { id: result.id } })
    const slides: ImportedSlides = { data, notes, settings }
    if (mode === 'append') put(result, slides)
    else setStep({ kind: 'question', result, slides })
  }
  useEffect(() => {
    if (state.kind !== 'finished' || taken.current === state) return
    taken.current = state
    offer(state.result).catch(() => {
      close()
      editor.services.notify(importMessages.failed, 'error')
    })
  })
  const start = async (source: ImportSource, pdf: PdfMode): Promise<void> => {
    const deckId = await savedDeckId(session)
    if (deckId === null) return editor.services.notify(messages.save.failed, 'error')
    await runner.start(source, { pdf, mode, deckId })
  }
  const cancel = () => {
    if (step.kind === 'question') void forget(step.result)
    close()
  }
  return { state, step, start, put, cancel }
}

/** Starts with what was dropped on the slide. */
function useDropped(start: (source: ImportSource) => void): void {
  useEffect(() => {
    const dropped = droppedImport.get()
    droppedImport.set(null)
    if (!dropped) return
    if ('folder' in dropped) start(dropped)
    else if (dropped.files[0]) start({ file: dropped.files[0] })
  })
}

function countOf({ slide_count: count, file_name: name }: Finished): string {
  return `${count === 1 ? 'One slide' : `${count} slides`} of ${name}`
}

function OpenedImport({ open, session }: { open: boolean; session: EditorSession }) {
  const editor = useEditorInstance()
  const [mode, setMode] = useState<Mode>('append')
  const { state, step, start, put, cancel } = useSlideImport(session, mode)
  useDropped((source) => void start(source, 'pictures'))
  const heads = {
    source: ['Import slides', 'Pages or slides become slides of this deck.'],
    question: ['Replace all slides?', messages.deck.importReplaces],
    done: ['The slides are in the deck', 'Undo takes them out again. The report stays under Import reports.'],
  } as const
  const [title, description] = heads[step.kind]
  return (
    <Dialog
      open={open}
      onClose={cancel}
      title={title}
      description={description}
      size="m"
      mustAnswer={isRunning(state) || step.kind === 'question'}
      returnsFocus={() => {
        editor.view.focusCanvas()
        return false
      }}
      actions={
        <>
          <Button onClick={cancel}>{step.kind === 'done' ? 'Close' : 'Cancel'}</Button>
          {step.kind === 'done' && <TurnIntoBlocks ids={step.ids} />}
          {step.kind === 'question' && (
            <Button variant="danger" onClick={() => put(step.result, step.slides)}>
              Replace
            </Button>
          )}
        </>
      }
    >
      {step.kind === 'source' && (
        <ImportSources
          error={state.kind === 'idle' ? state.error : null}
          onSource={(source, pdf) => void start(source, pdf)}
          hidden={state.kind !== 'idle'}
        >
          <ChoiceCards
            name="mode"
            legend="Slides"
            cards={modeCards}
            value={mode}
            onChange={(chosen) => setMode(chosen as Mode)}
          />
        </ImportSources>
      )}
      {isRunning(state) && <ImportProgress state={state} />}
      {step.kind === 'source' && state.kind === 'finished' && <Spinner />}
      {step.kind === 'question' && (
        <>
          <p className={styles.count}>{countOf(step.result)}</p>
          <ImportReport report={step.result.report} />
        </>
      )}
      {step.kind === 'done' && (
        <ImportReport report={step.report} showSlide={(remark) => <ShowSlide remark={remark} />} />
      )}
    </Dialog>
  )
}

/** Imports into the deck: slides are added, or replace all. */
export function ImportFileDialog({ session }: { session: EditorSession }) {
  const open = useEditor((state) => state.dialog === 'import-file')
  const opening = useOpening(open)
  return opening === 0 ? null : <OpenedImport key={opening} open={open} session={session} />
}
