import { Check, CloudAlert, CloudOff, LoaderCircle, PencilLine, UserX } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { classNames } from '../../ui/class-names.ts'
import type { Saver } from '../autosave/create-saver.ts'
import { type SaveState, saveStateText } from '../autosave/save-state.ts'
import type { Journal } from '../journal/create-journal.ts'
import { heardAfterPaint } from '../state/after-next-paint.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import styles from './save-status.module.css'

const icons = {
  saved: Check,
  changed: PencilLine,
  saving: LoaderCircle,
  retrying: CloudOff,
  'signed-out': UserX,
  conflict: CloudAlert,
  invalid: CloudAlert,
} as const

/** Stands in the place of the words until they are put there: before anybody sees it. */
const unsaid = '…'

/** What cannot be saved at the moment and is not kept on this device either. */
function warnsOf(state: SaveState, kept: boolean): boolean {
  return state.kind !== 'saved' && state.kind !== 'saving' && !kept
}

function wordsOf(state: SaveState, kept: boolean): string {
  const warning = warnsOf(state, kept) ? ' — this browser can’t keep your changes, don’t close the page' : ''
  return saveStateText(state, kept) + warning
}

/** What a press does as long as all goes well; otherwise in full what may be cut where the window is narrow. */
function titleOf(state: SaveState, words: string, unkept: boolean): string {
  if (state.kind === 'invalid') return `${words}: ${state.message}`
  const well = state.kind === 'saved' || state.kind === 'changed' || state.kind === 'saving'
  return well && !unkept ? 'Save now' : words
}

/** The kind of the state, and all its words; followed after the paint. `unkept`: the work is only on this page. */
function useSaveWords(saver: Saver, journal: Journal): { state: SaveState; words: string; unkept: boolean } {
  const state = useSyncExternalStore(
    useMemo(() => heardAfterPaint(saver.subscribe), [saver]),
    saver.state,
  )
  const kept = useSyncExternalStore(journal.subscribe, journal.health) === 'kept'
  return { state, words: wordsOf(state, kept), unkept: warnsOf(state, kept) }
}

/**
 * Work that can neither be saved nor kept on this device is lost with the page: this is said where nobody can miss it,
 * in full. Nothing else is; it is read aloud with the state of the work.
 */
export function UnkeptNotice({ saver, journal }: { saver: Saver; journal: Journal }) {
  const { state, words, unkept } = useSaveWords(saver, journal)
  if (!unkept || state.kind === 'changed') return null
  return (
    <p className={styles.notice} aria-hidden>
      <CloudAlert size={18} />
      <span>{words}</span>
    </p>
  )
}

/**
 * The state of the person's work, always visible and always true; a press saves now. The words are put into their place
 * at once, in the task of the key that changes a saved deck; React draws what stands around them after the next frame.
 */
export function SaveStatus({ saver, journal }: { saver: Saver; journal: Journal }) {
  const { services } = useEditorInstance()
  const shown = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const say = (): void => {
      shown.current!.firstChild!.nodeValue = wordsOf(saver.state(), journal.health() === 'kept')
    }
    say()
    const ends = [saver.subscribe(say), journal.subscribe(say)]
    return () => {
      for (const end of ends) end()
    }
  }, [saver, journal])
  const { state, words, unkept } = useSaveWords(saver, journal)
  const Icon = icons[state.kind]
  return (
    <span className={styles.area} data-save-area>
      <button
        type="button"
        className={classNames(styles.status, styles[state.kind], unkept && styles.unkept)}
        title={titleOf(state, words, unkept)}
        // The keyboard stays where it is; what stands in a field is saved too.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => services.save()}
      >
        <Icon size={14} aria-hidden />
        {/* React makes the place and never writes into it again. */}
        <span ref={shown} className={styles.words} data-save-state>
          {unsaid}
        </span>
      </button>
      {/* A live region of its own: inside a button its changes are not read aloud. */}
      <span role="status" className="spoken-only">
        {words}
      </span>
    </span>
  )
}
