import { pathOf } from '../../../api/client.ts'
import { limits } from '../../../rules/limits.ts'
import { invalidFileMessage, messages } from '../../../rules/messages.ts'
import { isPictureType } from '../../../rules/picture-types.ts'
import { timings } from '../../../rules/timings.ts'
import { showError } from '../../../ui/toast/toast-store.ts'
import { uploadQueue } from '../../../ui/uploads/upload-queue.ts'
import { sendFile } from '../../data/send-file.ts'
import type { MediaItem } from './media-list.ts'
import type { Place } from './places.ts'

/** Whether a file's type and size are accepted. */
function isValid({ type, size }: File): boolean {
  return isPictureType(type) && size <= limits.upload.imageKilobytes * 1000
}

/** Adds files to the page's upload queue. Uploaded images appear in the library, also if it is closed meanwhile. */
export function startUploads({ contracts, list }: Place, files: readonly File[]): void {
  const path = pathOf(contracts.upload, {})
  for (const file of files) {
    if (!isValid(file)) {
      uploadQueue.refuse(file.name, invalidFileMessage(limits.upload.imageKilobytes))
      continue
    }
    const isAdded = uploadQueue.add<MediaItem>({
      file,
      timeout: timings.uploadToLibrary,
      send: (one, sending) => sendFile<MediaItem>(path, one, sending),
      uploaded: (item) => list.add(item),
    })
    if (!isAdded) return void showError(messages.media.queueFull)
  }
}
