import { type ReactNode, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import styles from './file-drop.module.css'

interface FileDropProps {
  /** What the place is for: 'Drop an image here'. */
  label: string
  /** The name of the field behind the button: 'Image file'. */
  fieldLabel: string
  /** What the chooser of the system offers: media types and endings, between commas. */
  accept: string
  multiple?: boolean
  /** One line, for a panel. */
  compact?: boolean
  /** Why the files before could not be taken, read aloud. */
  error?: string | null
  /** At least one file, dropped or chosen; with `multiple` missing, those after the first are to be ignored. */
  onFiles(files: readonly File[]): void
  /** What stands in it; `choose` opens the chooser of the system. */
  children(choose: () => void): ReactNode
}

/** A place where files are dropped, or chosen with a button that stands in it. */
export function FileDrop({ label, fieldLabel, accept, multiple, compact, error, onFiles, children }: FileDropProps) {
  const field = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    if (files && files.length > 0) onFiles([...files])
  }
  return (
    <fieldset
      aria-label={label}
      className={classNames(styles.drop, compact && styles.compact, over && styles.over)}
      onDragOver={(event) => {
        // Words that are dragged are no file.
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      }}
      onDragLeave={(event) => {
        // From one thing that stands in it to another it has not left.
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      {children(() => field.current?.click())}
      <input
        ref={field}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={fieldLabel}
        onChange={(event) => {
          take(event.target.files)
          // The same file may be chosen again, after it was changed for one.
          event.target.value = ''
        }}
      />
      {!compact && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
