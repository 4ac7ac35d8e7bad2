import { FileUp } from 'lucide-react'
import { importAccept, importFormats, type PdfMode } from '../../../rules/import-formats.ts'
import { limits } from '../../../rules/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx'
import { FileDrop } from '../../../ui/form/file-drop.tsx'
import styles from './import-parts.module.css'
import type { ImportState } from './run-import.ts'

const formatList = importFormats.map(({ title }) => title).join(', ')

/** Where a file is dropped or chosen. */
export function ImportDrop({ error, onFile }: { error: string | null; onFile: (file: File) => void }) {
  return (
    <FileDrop
      label="Drop a file here"
      fieldLabel="File to import"
      accept={importAccept}
      error={error}
      onFiles={([file]) => file && onFile(file)}
    >
      {(choose) => (
        <>
          <FileUp size={28} aria-hidden />
          <span>Drop a file here, or</span>
          <Button variant="primary" onClick={choose}>
            Choose a file
          </Button>
          <small>
            {formatList}, up to {limits.upload.importKilobytes / 1000} MB
          </small>
        </>
      )}
    </FileDrop>
  )
}

const pdfCards = [
  {
    value: 'pictures',
    title: 'As pictures',
    text: 'Each page looks exactly as it does now. Its words can be searched, but not changed.',
  },
  {
    value: 'editable',
    title: 'Editable',
    text: 'Texts, pictures and simple shapes become blocks. They may look slightly different.',
  },
] as const

/** How the pages of a PDF become slides. */
export function PdfChoice({ value, onChange }: { value: PdfMode; onChange: (mode: PdfMode) => void }) {
  return (
    <ChoiceCards
      name="pdf"
      legend="Pages of a PDF"
      cards={pdfCards}
      value={value}
      onChange={(mode) => onChange(mode as PdfMode)}
    />
  )
}

/** What is being done, as a sentence, and how much of it is done; null: unknown. */
function progressText(state: ImportState): { readonly text: string; readonly value: number | null } {
  if (state.kind === 'sending') return { text: `Sending ${Math.round(state.fraction * 100)} %`, value: state.fraction }
  if (state.kind !== 'reading') return { text: '', value: null }
  const { status, done, slide_count: all } = state.current
  if (status === 'pending') return { text: 'Waiting for other imports', value: null }
  if (all === null) return { text: 'Opening the file', value: null }
  if (done >= all) return { text: 'Storing the slides', value: 1 }
  return { text: `Slide ${done + 1} of ${all}`, value: done / Math.max(1, all) }
}

/** The progress of a running import. */
export function ImportProgress({ state, name }: { state: ImportState; name: string }) {
  const { text, value } = progressText(state)
  return (
    <div className={styles.progress}>
      <span className={styles.name} title={name}>
        {name}
      </span>
      <progress aria-label={`Import of ${name}`} max={1} {...(value === null ? {} : { value })} />
      <span role="status">{text}</span>
    </div>
  )
}

/** What the author should know of the imported slides; nothing if all came over as it was. */
export function ImportReport({ report }: { report: readonly { slide: number | null; message: string }[] }) {
  if (report.length === 0) return null
  return (
    <details className={styles.report} open={report.length <= 5}>
      <summary>{report.length === 1 ? 'One thing to look at' : `${report.length} things to look at`}</summary>
      <ul>
        {report.map(({ slide, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index}>
            {slide !== null && <strong>Slide {slide}: </strong>}
            {message}
          </li>
        ))}
      </ul>
    </details>
  )
}
