import { AArrowDown, AArrowUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { notesLength } from '../../../rules/speaker.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { readStored, writeStored } from '../../../ui/local-settings.ts'
import styles from './notes-panel.module.css'

/** How much larger or smaller than usual notes can be set, from the smallest on. */
export const notesScales = [0.7, 0.85, 1, 1.2, 1.45, 1.75, 2.1, 2.6] as const
const usual = notesScales.indexOf(1)
const key = 'lectern:notes-size'

/** The step of the text's size that is kept; the usual one for anything else. */
export function keptStep(stored: string | null): number {
  const step = /^\d$/.test(stored ?? '') ? Number(stored) : usual
  return step < notesScales.length ? step : usual
}

/** The notes of the current slide, in a size that suits their length and the speaker's eyes. */
export function NotesPanel({ notes, slideId }: { notes: string; slideId: string }) {
  const [step, setStep] = useState(() => keptStep(readStored(key)))
  const text = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another slide's notes are read from their beginning
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div ref={text} className={styles.notesText} data-length={notesLength(notes)} data-notes-step={step} tabIndex={0}>
        {notes === '' ? <p className={styles.noNotes}>No notes on this slide</p> : <p data-notes>{notes}</p>}
      </div>
    </section>
  )
}
