import { Check, CloudAlert, CloudOff, LoaderCircle, PencilLine, UserX } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { classNames } from '../../web/ui/class-names.ts'
import type { Saver } from '../autosave/create-saver.ts'
import { type SaveState, saveStateText } from '../autosave/save-state.ts'
import type { Journal } from '../journal/create-journal.ts'
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

/** What cannot be saved at the moment and is not kept on this device either. */
function warnsOf(state: SaveState, kept: boolean): boolean {
  return state.kind !== 'saved' && state.kind !== 'saving' && !kept
}

/** The state of the person's work, always visible and always true; a press saves now. */
export function SaveStatus({ saver, journal }: { saver: Saver; journal: Journal }) {
  const { services } = useEditorInstance()
  const state = useSyncExternalStore(saver.subscribe, saver.state)
  const health = useSyncExternalStore(journal.subscribe, journal.health)
  const Icon = icons[state.kind]
  const unkept = warnsOf(state, health === 'kept')
  const words = `${saveStateText(state, health === 'kept')}${unkept ? ' — this browser can’t keep your changes, don’t close the page' : ''}`
  return (
    <span className={styles.area} data-save-area>
      <button
        type="button"
        className={classNames(styles.status, styles[state.kind], unkept && styles.unkept)}
        title={state.kind === 'invalid' ? state.message : 'Save now'}
        // The keyboard stays where it is; what stands in a field is saved too.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => services.save()}
      >
        <Icon size={16} aria-hidden />
        <span data-save-state>{words}</span>
      </button>
      {/* A live region of its own: inside a button its changes are not read aloud. */}
      <span role="status" className="spoken-only">
        {words}
      </span>
    </span>
  )
}
