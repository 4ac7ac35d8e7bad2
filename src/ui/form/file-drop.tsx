import { type ReactNode, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import styles from './file-drop.module.css'

interface FileDropProps {
  /** What the drop zone accepts: 'Drop an image here'. */
  label: string
  /** Label of the file input: 'Image file'. */
  fieldLabel: string
  /** Accepted media types and extensions, comma-separated, as in `accept`. */
  accept: string
  multiple?: boolean
  /** One-line variant, for panels. */
  compact?: boolean
  /** Why the last files were refused; announced by screen readers. */
  error?: string | null
  /** At least one file; without `multiple`, ignore all but the first. */
  onFiles(files: readonly File[]): void
  /** Takes a drop in place of `onFiles`, such as that of a folder. */
  onDropped?(data: DataTransfer): void
  /** Content of the zone; `choose` opens the file dialog. */
  children(choose: () => void): ReactNode
}

/** A drop zone for files, with a button that opens the file dialog. */
export function FileDrop({
  label,
  fieldLabel,
  accept,
  multiple,
  compact,
  error,
  onFiles,
  onDropped,
  children,
}: FileDropProps) {
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
        // Dragged text is no file.
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      }}
      onDragLeave={(event) => {
        // Moving between children does not leave the zone.
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        setOver(false)
        if (onDropped) onDropped(event.dataTransfer)
        else take(event.dataTransfer.files)
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
          // Allows choosing the same file again after it has changed.
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
