import { X } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { useStore } from '../../ui/store.ts'
import { uploadQueue } from '../../ui/uploads/upload-queue.ts'
import styles from './upload-progress.module.css'

/** The waiting and running uploads of the page; nothing if there are none. */
export function UploadProgress() {
  const uploads = useStore(uploadQueue.uploads).filter(({ state }) => state !== 'failed')
  if (uploads.length === 0) return null
  return (
    <ul className={styles.uploads} aria-label="Uploads">
      {uploads.map(({ id, name, state, progress }) => (
        <li key={id}>
          <label htmlFor={`upload-${id}`}>{name}</label>
          <progress id={`upload-${id}`} max={1} value={progress} />
          <span>{state === 'waiting' ? 'Waiting' : `${Math.round(progress * 100)} %`}</span>
          <IconButton
            className={styles.cancel}
            label={`Cancel the upload of ${name}`}
            icon={<X aria-hidden />}
            disabled={state === 'uploaded'}
            onClick={() => uploadQueue.cancel(id)}
          />
        </li>
      ))}
    </ul>
  )
}
