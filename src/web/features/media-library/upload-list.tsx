import { Check, RotateCcw, X } from 'lucide-react'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useStore } from '../../../ui/store.ts'
import { type QueuedUpload, uploadQueue } from '../../../ui/uploads/upload-queue.ts'
import styles from './upload-list.module.css'

function State({ upload }: { upload: QueuedUpload }) {
  const { state, progress, error, name } = upload
  if (state === 'waiting') return <span className={styles.state}>Waiting</span>
  if (state === 'failed') return <span className={classNames(styles.state, styles.error)}>{error}</span>
  if (state === 'uploaded')
    return (
      <span className={classNames(styles.state, styles.done)}>
        <Check size={14} aria-hidden /> Uploaded
      </span>
    )
  return (
    <span className={styles.running}>
      <progress aria-label={`Upload of ${name}`} max={1} value={progress} />
      <span className={styles.percent}>{Math.round(progress * 100)} %</span>
    </span>
  )
}

function Row({ upload }: { upload: QueuedUpload }) {
  const { id, name, state, canRetry } = upload
  return (
    <li className={classNames(styles.row, state === 'uploaded' && styles.leaving)} data-state={state}>
      <span className={styles.name} title={name}>
        {name}
      </span>
      <State upload={upload} />
      {state === 'failed' && canRetry && (
        <IconButton
          className={styles.button}
          label={`Upload ${name} again`}
          icon={<RotateCcw />}
          onClick={() => uploadQueue.retry(id)}
        />
      )}
      {state !== 'uploaded' && (
        <IconButton
          className={styles.button}
          label={state === 'failed' ? `Dismiss ${name}` : `Cancel the upload of ${name}`}
          icon={<X />}
          onClick={() => uploadQueue.cancel(id)}
        />
      )}
    </li>
  )
}

/** Announces the state of the uploads to screen readers. */
function summaryOf(uploads: readonly QueuedUpload[]): string {
  const count = (state: QueuedUpload['state']) => uploads.filter((one) => one.state === state).length
  const pending = count('waiting') + count('uploading')
  const failed = count('failed')
  return [pending > 0 && `Uploading ${pending}`, failed > 0 && `${failed} failed`].filter(Boolean).join(', ')
}

/** Sorts failed uploads first: below the waiting ones they would be scrolled out of view. */
function failedFirst(uploads: readonly QueuedUpload[]): readonly QueuedUpload[] {
  const isFailed = ({ state }: QueuedUpload) => state === 'failed'
  return [...uploads.filter(isFailed), ...uploads.filter((one) => !isFailed(one))]
}

/** The page's uploads; nothing if there are none. */
export function UploadList() {
  const uploads = failedFirst(useStore(uploadQueue.uploads))
  return (
    <>
      <p role="status" className="spoken-only">
        {summaryOf(uploads)}
      </p>
      {uploads.length > 0 && (
        <ul className={styles.list} aria-label="Uploads">
          {uploads.map((upload) => (
            <Row key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
    </>
  )
}
