import type { z } from 'zod'
import { pathOf } from '../../../api/client.ts'
import { type media, mediaContracts } from '../../../api/media/contract.ts'
import type { UploadedImage } from '../../../editor/state/services.ts'
import { limits } from '../../../rules/limits.ts'
import { imageTooLargeMessage, messages } from '../../../rules/messages.ts'
import { isPictureType } from '../../../rules/picture-types.ts'
import { timings } from '../../../rules/timings.ts'
import { isVideoType } from '../../../rules/video-types.ts'
import { uploadQueue } from '../../../ui/uploads/upload-queue.ts'
import { sendFile } from '../../data/send-file.ts'

/** The answer of the upload's route, as far as it is used. */
type Uploaded = Pick<z.output<typeof media>, 'url' | 'width' | 'height'>

/** Throws the message for the user if the file's type or size is not accepted. The editor checks videos. */
function checkFile(file: File): void {
  if (isVideoType(file.type)) return
  if (!isPictureType(file.type)) throw new Error(messages.media.onlyImages)
  if (file.size > limits.upload.imageKilobytes * 1000) {
    throw new Error(imageTooLargeMessage(limits.upload.imageKilobytes))
  }
}

/** The natural size of an image, in px. Rejects if the URL has no image. */
export async function sizeOfImage(url: string): Promise<{ width: number; height: number }> {
  const image = new Image()
  image.src = url
  await image.decode()
  return { width: image.naturalWidth, height: image.naturalHeight }
}

/**
 * Uploads an image or a video to the user's media through the page's upload queue. `onProgress` gets fractions from 0 to 1. Throws
 * an Error with a message for the user, from the server if it sent one.
 */
export async function uploadImage(file: File, onProgress: (fraction: number) => void): Promise<UploadedImage> {
  checkFile(file)
  const isVideo = isVideoType(file.type)
  const { url, width, height } = await new Promise<Uploaded>((resolve, reject) => {
    const isAdded = uploadQueue.add<Uploaded>({
      file,
      timeout: isVideo ? timings.videoUpload : timings.editorUpload,
      send: (one, { signal, onProgress: report }) => {
        const progress = (fraction: number) => {
          report(fraction)
          onProgress(fraction)
        }
        return sendFile<Uploaded>(pathOf(mediaContracts.upload, {}), one, { signal, onProgress: progress })
      },
      uploaded: resolve,
      failed: reject,
    })
    if (!isAdded) reject(new Error(messages.media.queueFull))
  })
  if (typeof width === 'number' && typeof height === 'number') return { url, width, height }
  return { url, ...(isVideo ? { width: 0, height: 0 } : await sizeOfImage(url)) }
}
