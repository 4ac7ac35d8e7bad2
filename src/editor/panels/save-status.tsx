import { Check, CloudAlert, CloudOff, LoaderCircle, type LucideIcon, PencilLine, UserX } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import type { Saver } from '../autosave/create-saver.ts'
import { type SaveState, saveStateText } from '../autosave/save-state.ts'
import type { Journal } from '../journal/create-journal.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import styles from './save-status.module.css'

/** The pictures, each with the states that it stands for. All of them are there; one is seen. */
const pictures = [
  [Check, ['saved']],
  [PencilLine, ['changed']],
  [LoaderCircle, ['saving']],
  [CloudOff, ['retrying']],
  [UserX, ['signed-out']],
  [CloudAlert, ['conflict', 'invalid']],
] as const satisfies readonly (readonly [LucideIcon, readonly SaveState['kind'][]])[]

/** What cannot be saved at the moment and is not kept on this device either. */
function warnsOf(state: SaveState, kept: boolean): boolean {
  return state.kind !== 'saved' && state.kind !== 'saving' && !kept
}

/** Puts words into an element that holds nothing else. */
function putWords(element: Element, words: string): void {
  if (element.firstChild) element.firstChild.nodeValue = words
  else element.textContent = words
}

/**
 * Says what is true in the elements of a status. React has no part in that: the words change in the task of the key that
 * changes a saved deck, and there everything that is not seen on the slide must be next to nothing.
 */
function tell(area: HTMLElement, state: SaveState, kept: boolean): void {
  const [button, spoken] = area.children as unknown as readonly [HTMLButtonElement, HTMLElement]
  const unkept = warnsOf(state, kept)
  const words = `${saveStateText(state, kept)}${unkept ? ' — this browser can’t keep your changes, don’t close the page' : ''}`
  button.dataset.kind = state.kind
  button.toggleAttribute('data-unkept', unkept)
  button.title = state.kind === 'invalid' ? state.message : 'Save now'
  putWords(button.lastElementChild!, words)
  putWords(spoken, words)
}

/** The state of the person's work, always visible and always true; a press saves now. */
export function SaveStatus({ saver, journal }: { saver: Saver; journal: Journal }) {
  const { services } = useEditorInstance()
  const area = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const show = (): void => tell(area.current!, saver.state(), journal.health() === 'kept')
    show()
    const ends = [saver.subscribe(show), journal.subscribe(show)]
    return () => {
      for (const end of ends) end()
    }
  }, [saver, journal])
  return (
    <span ref={area} className={styles.area} data-save-area>
      <button
        type="button"
        className={styles.status}
        // The keyboard stays where it is; what stands in a field is saved too.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => services.save()}
      >
        <span className={styles.pictures}>
          {pictures.map(([Picture, kinds]) => (
            <Picture key={kinds[0]} size={16} aria-hidden data-kinds={kinds.join(' ')} />
          ))}
        </span>
        <span data-save-state />
      </button>
      {/* A live region of its own: inside a button its changes are not read aloud. */}
      <span role="status" className="spoken-only" />
    </span>
  )
}
