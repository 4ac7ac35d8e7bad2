import { Check, CloudAlert, CloudOff, LoaderCircle, PencilLine, UserX } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { classNames } from '../../ui/class-names.ts'
import type { Saver } from '../autosave/create-saver.ts'
import { type SaveState, saveStateText } from '../autosave/save-state.ts'
import type { Journal } from '../journal/create-journal.ts'
import { notifyAfterPaint } from '../state/after-next-paint.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import styles from './save-status.module.css'

const icons = {
  saved: Check,
  changed: PencilLine,
  saving: LoaderCircle,
  retrying: CloudOff,
  'signed-out': UserX,
  'not-editor': UserX,
  conflict: CloudAlert,
  invalid: CloudAlert,
} as const

/** Placeholder until the effect writes the text, before the first paint. */
const placeholder = '…'

/** Whether the user must be warned: neither saved nor stored on this device. */
function needsWarning(state: SaveState, stored: boolean): boolean {
  return state.kind !== 'saved' && state.kind !== 'saving' && !stored
}

function wordsOf(state: SaveState, stored: boolean): string {
  const warning = needsWarning(state, stored) ? ' — this browser can’t keep your changes, don’t close the page' : ''
  return saveStateText(state, stored) + warning
}

/** The tooltip: what a press does, or on errors the full text, which narrow windows truncate. */
function titleOf(state: SaveState, words: string, notStored: boolean): string {
  if (state.kind === 'invalid') return `${words}: ${state.message}`
  const well = state.kind === 'saved' || state.kind === 'changed' || state.kind === 'saving'
  return well && !notStored ? 'Save now' : words
}

/** The save state and its text; updated after the paint. `notStored`: the work is only in this page's memory. */
function useSaveWords(saver: Saver, journal: Journal): { state: SaveState; words: string; notStored: boolean } {
  const state = useSyncExternalStore(
    useMemo(() => notifyAfterPaint(saver.subscribe), [saver]),
    saver.state,
  )
  const stored = useSyncExternalStore(journal.subscribe, journal.health) === 'stored'
  return { state, words: wordsOf(state, stored), notStored: needsWarning(state, stored) }
}

/**
 * A warning for work that can neither be saved nor stored on this device: it is lost when the page closes. Read aloud
 * with the save status.
 */
export function UnkeptNotice({ saver, journal }: { saver: Saver; journal: Journal }) {
  const { state, words, notStored } = useSaveWords(saver, journal)
  if (!notStored || state.kind === 'changed') return null
  return (
    <p className={styles.notice} aria-hidden>
      <CloudAlert size={18} />
      <span>{words}</span>
    </p>
  )
}

/**
 * The save status, always visible and accurate; a press saves now. The text node is written in the task of the key that
 * changes a saved deck. React renders what surrounds it after the next frame.
 */
export function SaveStatus({ saver, journal }: { saver: Saver; journal: Journal }) {
  const { services } = useEditorInstance()
  const shown = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const say = (): void => {
      shown.current!.firstChild!.nodeValue = wordsOf(saver.state(), journal.health() === 'stored')
    }
    say()
    const ends = [saver.subscribe(say), journal.subscribe(say)]
    return () => {
      for (const end of ends) end()
    }
  }, [saver, journal])
  const { state, words, notStored } = useSaveWords(saver, journal)
  const Icon = icons[state.kind]
  return (
    <span className={styles.area} data-save-area>
      <button
        type="button"
        className={classNames(styles.status, styles[state.kind], notStored && styles.notStored)}
        title={titleOf(state, words, notStored)}
        // Keeps the focus; a value typed in a field is saved too.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => services.save()}
      >
        <Icon size={14} aria-hidden />
        {/* React renders the element once and never updates its text. */}
        <span ref={shown} className={styles.words} data-save-state>
          {placeholder}
        </span>
      </button>
      {/* A separate live region: changes inside a button are not read aloud. */}
      <span role="status" className="spoken-only">
        {words}
      </span>
    </span>
  )
}
