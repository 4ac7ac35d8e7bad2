import { useEditor } from '../state/use-editor.ts'
import styles from './upload-progress.module.css'

/** The running uploads with their progress; nothing if there are none. */
export function UploadProgress() {
  const uploads = useEditor((state) => state.uploads)
  if (uploads.length === 0) return null
  return (
    <ul className={styles.uploads} aria-label="Uploads">
      {uploads.map(({ id, name, progress }) => (
        <li key={id}>
          <label htmlFor={`upload-${id}`}>{name}</label>
          <progress id={`upload-${id}`} max={1} value={progress} />
          <span>{Math.round(progress * 100)} %</span>
        </li>
      ))}
    </ul>
  )
}
