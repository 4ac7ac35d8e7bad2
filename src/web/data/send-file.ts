import { apiErrorFrom } from '../../api/api-error.ts'
import { messages } from '../../rules/messages.ts'
import type { UploadSending } from '../../ui/uploads/upload-queue.ts'
import { csrfToken } from './browser-transport.ts'

interface Answer {
  readonly status: number
  readonly text: string
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Sends a file with XMLHttpRequest: fetch reports no upload progress. Rejects if no answer arrives. */
export function postFile(path: string, file: File, { signal, onProgress }: UploadSending): Promise<Answer> {
  const request = new XMLHttpRequest()
  const form = new FormData()
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error(messages.media.uploadFailed))
    request.open('POST', path)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('x-csrf-token', csrfToken())
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = failed
    request.onabort = failed
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

/** The URL of an answer to an upload; null if the answer is malformed. */
function urlOf(body: unknown): string | null {
  const url = (body as { url?: unknown } | null)?.url
  return typeof url === 'string' ? url : null
}

/**
 * The item in the answer to an upload. Throws an Error with a message for the user, from the server if it sent one: any
 * status other than 2xx and an unparseable body are failures.
 */
export function uploadedFrom<T extends { readonly url: string }>({ status, text }: Answer): T {
  const body = parsed(text)
  if (status < 200 || status > 299) {
    const error = apiErrorFrom(status, body)
    throw new Error(error.isUserMessage ? error.message : messages.media.uploadFailed)
  }
  if (urlOf(body) === null) throw new Error(messages.media.uploadFailed)
  return body as T
}

/** Uploads a file to a route of the API. Rejects with an Error whose message can be shown. */
export async function sendFile<T extends { readonly url: string }>(
  path: string,
  file: File,
  sending: UploadSending,
): Promise<T> {
  return uploadedFrom<T>(await postFile(path, file, sending))
}
