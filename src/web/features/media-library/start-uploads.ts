import { pathOf } from '../../../api/client.ts'
import { limits } from '../../../rules/limits.ts'
import { invalidFileMessage, messages } from '../../../rules/messages.ts'
import { isPictureType } from '../../../rules/picture-types.ts'
import { timings } from '../../../rules/timings.ts'
import { isVideoType } from '../../../rules/video-types.ts'
import { showError } from '../../../ui/toast/toast-store.ts'
import { uploadQueue } from '../../../ui/uploads/upload-queue.ts'
import { sendFile } from '../../data/send-file.ts'
import type { MediaItem } from './media-list.ts'
import type { Place } from './places.ts'

const { imageKilobytes, videoKilobytes } = limits.upload

/** Whether a file's type and size are accepted. */
function isValid({ type, size }: File, videos: boolean): boolean {
  if (isPictureType(type)) return size <= imageKilobytes * 1000
  return videos && isVideoType(type) && size <= videoKilobytes * 1000
}

/** Where files are uploaded to, and whether videos are accepted. */
export interface UploadTarget {
  readonly place: Place
  readonly videos: boolean
}

/** Adds files to the page's upload queue. Uploaded files appear in the library, even if it is closed meanwhile. */
export function startUploads({ place, videos }: UploadTarget, files: readonly File[]): void {
  const { contracts, list } = place
  const path = pathOf(contracts.upload, {})
  for (const file of files) {
    if (!isValid(file, videos)) {
      uploadQueue.refuse(file.name, invalidFileMessage(imageKilobytes, videos ? videoKilobytes : undefined))
      continue
    }
    const isAdded = uploadQueue.add<MediaItem>({
      file,
      timeout: isVideoType(file.type) ? timings.videoUpload : timings.uploadToLibrary,
      send: (one, sending) => sendFile<MediaItem>(path, one, sending),
      uploaded: (item) => list.add(item),
    })
    if (!isAdded) return void showError(messages.media.queueFull)
  }
}
