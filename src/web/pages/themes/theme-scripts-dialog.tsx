import { useRef } from 'react'
import type { UploadedTheme } from '../../../api/theme-zips/contract.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import styles from './theme-scripts-dialog.module.css'

type Scripts = NonNullable<UploadedTheme['scripts']>

/** Props of ThemeScriptsDialog. */
export interface ThemeScriptsDialogProps {
  /** Null: closed. */
  readonly scripts: Scripts | null
  readonly busy: boolean
  onCancel(): void
  onChoose(choice: 'take' | 'leave'): void
}

/** Shows the scripts of an uploaded theme, and asks whether to take them. */
export function ThemeScriptsDialog({ scripts, busy, onCancel, onChoose }: ThemeScriptsDialogProps) {
  // What is shown while the dialog closes.
  const last = useRef<Scripts>({ js: '', scripts: [] })
  if (scripts) last.current = scripts
  const { js, scripts: files } = last.current
  return (
    <Dialog
      open={scripts !== null}
      onClose={onCancel}
      size="m"
      title="This theme has scripts"
      description="They run in all decks with the theme, for everybody who opens them. Take them only from people you trust."
      actions={
        <>
          <Button disabled={busy} onClick={() => onChoose('take')}>
            Upload with scripts
          </Button>
          <Button variant="primary" busy={busy} onClick={() => onChoose('leave')}>
            Upload without scripts
          </Button>
        </>
      }
    >
      {files.length > 0 && (
        <ul className={styles.files} aria-label="Scripts of other hosts">
          {files.map(({ url }) => (
            <li key={url}>{url}</li>
          ))}
        </ul>
      )}
      {js.trim() !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long script is scrolled by keyboard
        <section className={styles.code} tabIndex={0} aria-label="Script of the theme">
          <pre>{js}</pre>
        </section>
      )}
    </Dialog>
  )
}
