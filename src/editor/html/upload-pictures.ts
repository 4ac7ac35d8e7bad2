import { pictureDataHead } from '../../rules/picture-types.ts'
import type { EditorServices } from '../state/services.ts'

/** Pictures inside addresses, as decks in one file have them; the kinds that can be uploaded. */
const inside = new RegExp(`${pictureDataHead}[A-Za-z0-9+/]+={0,2}`, 'gi')
/** Smaller ones stay where they are: an address of their own would be more than they are. In characters. */
const small = 8_000

/** The file that a data: address holds. */
function fileOf(address: string, name: string): File {
  const [head = '', base64 = ''] = address.split(',')
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return new File([bytes], name, {
    type: head.slice('data:'.length, head.indexOf(';')).replace('image/jpg', 'image/jpeg'),
  })
}

/** Whether markup holds pictures that must become files before it can be stored. */
export function holdsPictures(html: string): boolean {
  return [...html.matchAll(inside)].some(([address]) => address.length > small)
}

/**
 * The markup with the pictures inside it made files of the deck, each once. A picture that can't be sent stays as it
 * is: what can't be kept of it is told like everything else.
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
      // Too large, no room left, no connection: the deck comes without this one.
    }
  }
  return result
}
