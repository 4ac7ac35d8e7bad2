import { pictureOrigin } from '../../server/chromium/answer-requests.ts'

/** The remark on an uploaded file that is no longer stored. */
export const notStored = (name: string): string => `The file ${name} is no longer stored`

const uploads = `${pictureOrigin}/m/`

/** The remark on a picture that could not be loaded. `address`: as in the exported document. */
export function notLoaded(address: string): string {
  return address.startsWith(uploads)
    ? notStored(address.slice(uploads.length).replace(/\?.*$/s, ''))
    : `A picture could not be loaded: ${address}`
}
