import { pictureOrigin } from '../../server/chromium/answer-requests.ts'

/** What the author reads of an uploaded file that is gone. */
export const notStored = (name: string): string => `The file ${name} is no longer stored`

const uploads = `${pictureOrigin}/m/`

/** What the author reads of a picture that could not be loaded, by its address in the document of the export. */
export function notLoaded(address: string): string {
  return address.startsWith(uploads)
    ? notStored(address.slice(uploads.length))
    : `A picture could not be loaded: ${address}`
}
