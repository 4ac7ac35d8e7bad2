import { pictureDataHead } from '../../rules/picture-types.ts'
import type { EditorServices } from '../state/services.ts'

/** Pictures in data: URLs, as single-file decks have them. Only types that can be uploaded. */
const inside = new RegExp(`${pictureDataHead}[A-Za-z0-9+/]+={0,2}`, 'gi')
/** Shorter data: URLs stay in the markup: a file would cost more than it saves. In characters. */
const small = 8_000

/** Decodes a data: URL to a file. */
function fileOf(address: string, name: string): File {
  const [head = '', base64 = ''] = address.split(',')
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return new File([bytes], name, {
    type: head.slice('data:'.length, head.indexOf(';')).replace('image/jpg', 'image/jpeg'),
  })
}

/** Whether markup contains pictures that must become files before it can be stored. */
export function holdsPictures(html: string): boolean {
  return [...html.matchAll(inside)].some(([address]) => address.length > small)
}

/**
 * Uploads the pictures in data: URLs, each once, and returns the markup with their new URLs. A picture that cannot be
 * uploaded stays in the markup; the sanitizer reports what it removes of it.
 */
export async function uploadPictures(html: string, upload: EditorServices['upload']): Promise<string> {
  const addresses = new Set([...html.matchAll(inside)].map(([address]) => address).filter((one) => one.length > small))
  let result = html
  let number = 0
  for (const address of addresses) {
    number += 1
    try {
      const { url } = await upload(fileOf(address, `imported-${number}`), () => {})
      result = result.replaceAll(address, url)
    } catch {
      // Too large, storage full or offline: the deck is imported without this picture.
    }
  }
  return result
}
