import { apiErrorFrom } from '../../../api/api-error.ts'
import type { UploadedImage } from '../../../editor/state/services.ts'
import { limits } from '../../../rules/limits.ts'
import { imageTooLargeMessage, messages } from '../../../rules/messages.ts'
import { isPictureType } from '../../../rules/picture-types.ts'
import { timings } from '../../../rules/timings.ts'
import { csrfToken } from '../../data/browser-transport.ts'

/** Throws the message for the user if the file's type or size is not accepted. */
function checkFile(file: File): void {
  if (!isPictureType(file.type)) throw new Error(messages.media.onlyImages)
  if (file.size > limits.upload.imageKilobytes * 1000) {
    throw new Error(imageTooLargeMessage(limits.upload.imageKilobytes))
  }
}

/** The natural size of an image, in px. Rejects if the URL has no image. */
async function sizeOfImage(url: string): Promise<{ width: number; height: number }> {
  const image = new Image()
  image.src = url
  await image.decode()
  return { width: image.naturalWidth, height: image.naturalHeight }
}

function parsed(text: string): { url?: unknown; width?: unknown; height?: unknown } | null {
  try {
    return JSON.parse(text) as { url?: unknown }
  } catch {
    return null
  }
}

/** Uploads with XMLHttpRequest: fetch reports no upload progress. */
function send(file: File, onProgress: (fraction: number) => void): Promise<{ status: number; text: string }> {
  const request = new XMLHttpRequest()
  const form = new FormData()
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error(messages.media.uploadFailed))
    request.open('POST', '/api/v1/media.json')
    request.timeout = timings.editorUpload
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('x-csrf-token', csrfToken())
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = failed
    request.ontimeout = failed
    request.send(form)
  })
}

/**
 * Uploads an image to the user's media. `onProgress` gets fractions from 0 to 1. Throws an Error with a message for the
 * user, from the server if it sent one.
 */
export async function uploadImage(file: File, onProgress: (fraction: number) => void): Promise<UploadedImage> {
  checkFile(file)
  const { status, text } = await send(file, onProgress)
  const body = parsed(text)
  if (status < 200 || status > 299) {
    const error = apiErrorFrom(status, body)
    throw new Error(error.isUserMessage ? error.message : messages.media.uploadFailed)
  }
  if (typeof body?.url !== 'string') throw new Error(messages.media.uploadFailed)
  const { url, width, height } = body
  if (typeof width === 'number' && typeof height === 'number') return { url, width, height }
  return { url, ...(await sizeOfImage(url)) }
}
