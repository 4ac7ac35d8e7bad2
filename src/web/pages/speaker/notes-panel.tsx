import { AArrowDown, AArrowUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { notesLength } from '../../../rules/speaker.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { readStored, writeStored } from '../../../ui/stored-value.ts'
import styles from './notes-panel.module.css'

/** Scales of the notes' font size, smallest first. */
export const notesScales = [0.7, 0.85, 1, 1.2, 1.45, 1.75, 2.1, 2.6] as const
const defaultStep = notesScales.indexOf(1)
const key = 'lectern:notes-size'

/** Parses the stored index into `notesScales`; the default for anything invalid. */
export function parseStep(stored: string | null): number {
  const step = /^\d$/.test(stored ?? '') ? Number(stored) : defaultStep
  return step < notesScales.length ? step : defaultStep
}

/** The notes of the current slide, with buttons for the font size. */
export function NotesPanel({ notes, slideId }: { notes: string; slideId: string }) {
  const [step, setStep] = useState(() => parseStep(readStored(key)))
  const text = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new slide’s notes are scrolled to the top
  useEffect(() => {
    if (text.current) text.current.scrollTop = 0
  }, [slideId])
  const change = (by: number) => {
    const next = Math.min(notesScales.length - 1, Math.max(0, step + by))
    setStep(next)
    writeStored(key, String(next))
  }
  return (
    <section className={styles.notes} aria-label="Notes">
      <div className={styles.notesHead}>
        <h2>Notes</h2>
        <IconButton label="Smaller notes" icon={<AArrowDown />} disabled={step === 0} onClick={() => change(-1)} />
        <IconButton
          label="Larger notes"
          icon={<AArrowUp />}
          disabled={step === notesScales.length - 1}
          onClick={() => change(1)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <div ref={text} className={styles.notesText} data-length={notesLength(notes)} data-notes-step={step} tabIndex={0}>
        {notes === '' ? <p className={styles.noNotes}>No notes on this slide</p> : <p data-notes>{notes}</p>}
      </div>
    </section>
  )
}
