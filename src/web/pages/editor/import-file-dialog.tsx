import { useEffect, useRef, useState } from 'react'
import { importsContracts } from '../../../api/imports/contract.ts'
import { type ImportedSlides, takeSlides } from '../../../editor/html/take-slides.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import type { PdfMode } from '../../../rules/import-formats.ts'
import { importMessages } from '../../../rules/import-messages.ts'
import { messages } from '../../../rules/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx'
import { useStore } from '../../../ui/store.ts'
import { useOpening } from '../../../ui/use-opening.ts'
import styles from '../../features/import/import-parts.module.css'
import { ImportDrop, ImportProgress, ImportReport, PdfChoice } from '../../features/import/import-parts.tsx'
import { createImport, type ImportState } from '../../features/import/run-import.ts'
import type { EditorSession } from './editor-session.ts'

type Mode = 'append' | 'replace'
type Finished = Extract<ImportState, { kind: 'finished' }>

const modeCards = [
  { value: 'append', title: 'Add the slides', text: 'They come behind the last slide of this deck, in its size.' },
  { value: 'replace', title: 'Replace all slides', text: 'This deck gets the slides and the slide size of the file.' },
] as const

/** The id of the deck; a new one is saved first. Null if that failed. */
async function savedDeckId({ deckId, saveAll }: EditorSession): Promise<number | null> {
  if (deckId.get() === null) await saveAll()
  return deckId.get()
}

/** Imports, and puts the slides into the deck as soon as they are read. */
function useFileImport(session: EditorSession, mode: Mode, onTaken: (state: Finished) => void) {
  const editor = useEditorInstance()
  const [runner] = useState(() => createImport(session.api))
  const state = useStore(runner.state)
  const asking = useRef(false)
  const taken = useRef<Finished | null>(null)
  const take = async (finished: Finished): Promise<void> => {
    const { id } = finished.result
    const { data, notes, settings } = await session.api.call(importsContracts.slides, { params: { id } })
    asking.current = true
    const imported: ImportedSlides = { data, notes, settings }
    const done = await takeSlides(editor, imported, mode).finally(() => {
      asking.current = false
    })
    if (done) onTaken(finished)
    else runner.cancel()
  }
  useEffect(() => {
    if (state.kind !== 'finished' || taken.current === state) return
    taken.current = state
    take(state).catch(() => {
      runner.cancel()
      editor.services.notify(importMessages.failed, 'error')
    })
  })
  const start = async (file: File, pdf: PdfMode): Promise<void> => {
    const deckId = await savedDeckId(session)
    if (deckId === null) return editor.services.notify(messages.save.failed, 'error')
    await runner.start(file, { pdf, mode, deckId })
  }
  return { state, start, runner, asking }
}

function OpenedImport({ open, session }: { open: boolean; session: EditorSession }) {
  const editor = useEditorInstance()
  const [mode, setMode] = useState<Mode>('append')
  const [pdf, setPdf] = useState<PdfMode>('pictures')
  const [report, setReport] = useState<Finished['result']['report'] | null>(null)
  const { state, start, runner, asking } = useFileImport(session, mode, ({ result }) => {
    if (result.report.length === 0) editor.model.show({ dialog: null })
    else setReport(result.report)
  })
  const close = () => {
    // A confirmation is open over this dialog: its Escape must not close this one.
    if (asking.current) return
    runner.cancel()
    editor.model.show({ dialog: null })
  }
  const running = state.kind === 'sending' || state.kind === 'reading'
  return (
    <Dialog
      open={open}
      onClose={close}
      title={report ? 'The slides are in the deck' : 'Import slides'}
      description={report ? 'Undo takes them out again.' : 'The pages or slides of a file become slides of this deck.'}
      size="m"
      mustAnswer={running}
      returnsFocus={() => {
        editor.view.focusCanvas()
        return false
      }}
      actions={<Button onClick={close}>{report ? 'Close' : 'Cancel'}</Button>}
    >
      {state.kind === 'idle' && (
        <>
          <ImportDrop error={state.error} onFile={(file) => void start(file, pdf)} />
          <div className={styles.options}>
            <ChoiceCards
              name="mode"
              legend="Slides"
              cards={modeCards}
              value={mode}
              onChange={(chosen) => setMode(chosen as Mode)}
            />
            <PdfChoice value={pdf} onChange={setPdf} />
          </div>
        </>
      )}
      {running && <ImportProgress state={state} name={state.name} />}
      {report && <ImportReport report={report} />}
    </Dialog>
  )
}

/** Imports a file into the deck: its slides are added, or replace all. */
export function ImportFileDialog({ session }: { session: EditorSession }) {
  const open = useEditor((state) => state.dialog === 'import-file')
  const opening = useOpening(open)
  return opening === 0 ? null : <OpenedImport key={opening} open={open} session={session} />
}
