import { ProgressList } from '../../ui/progress-list.tsx'
import { useStore } from '../../ui/store.ts'
import { uploadQueue } from '../../ui/uploads/upload-queue.ts'

/** The waiting and running uploads of the page; nothing if there are none. */
export function UploadProgress() {
  const uploads = useStore(uploadQueue.uploads).filter(({ state }) => state !== 'failed')
  const items = uploads.map(({ id, name, state, progress }) => ({
    ...{ id, name, progress },
    text: state === 'waiting' ? 'Waiting' : `${Math.round(progress * 100)} %`,
    cancelLabel: `Cancel the upload of ${name}`,
    canCancel: state !== 'uploaded',
    cancel: () => uploadQueue.cancel(id),
  }))
  return <ProgressList label="Uploads" items={items} />
}
