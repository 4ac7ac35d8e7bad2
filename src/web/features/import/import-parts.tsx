import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { PdfMode } from '../../../rules/import-formats.ts'
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx'
import styles from './import-parts.module.css'
import type { RunningImport } from './run-import.ts'

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
function progressText(state: RunningImport): { readonly text: string; readonly value: number | null } {
  if (state.kind === 'sending') {
    const { fraction } = state
    return { text: fraction === null ? 'Preparing' : `Sending ${Math.round(fraction * 100)} %`, value: fraction }
  }
  const { status, done, slide_count: all } = state.current
  if (status === 'pending') return { text: 'Waiting for other imports', value: null }
  if (all === null)
    return { text: state.isFetched ? 'Fetching the page and its files' : 'Opening the file', value: null }
  if (done >= all) return { text: 'Storing the slides', value: 1 }
  return { text: `Slide ${done + 1} of ${all}`, value: done / Math.max(1, all) }
}

/** Takes the focus, since the control that started the import is hidden while it runs; at its end the dialog has it. */
function useHeldFocus(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shown = place.current
    const dialog = shown?.closest<HTMLElement>('[role="dialog"]')
    shown?.focus({ preventScroll: true })
    return () => {
      if (shown?.contains(document.activeElement)) dialog?.focus({ preventScroll: true })
    }
  }, [])
  return place
}

/** The progress of a running import. */
export function ImportProgress({ state }: { state: RunningImport }) {
  const { name } = state
  const { text, value } = progressText(state)
  return (
    <div ref={useHeldFocus()} tabIndex={-1} className={styles.progress}>
      <span className={styles.name} title={name}>
        {name}
      </span>
      <progress aria-label={`Import of ${name}`} max={1} {...(value === null ? {} : { value })} />
      <span role="status">{text}</span>
    </div>
  )
}
