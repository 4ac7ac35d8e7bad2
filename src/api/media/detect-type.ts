import type { PictureType } from '../../rules/picture-types.ts'

/** The first bytes of each type, in Latin-1; a dot stands for any byte (the length that containers begin with). */
const signatures: readonly (readonly [PictureType, RegExp])[] = [
  ['image/png', /^.PNG\r\n/s],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/avif', /^.{4}ftyp(?:.{4}){0,12}?avi[fs]/s],
]

/**
 * The type of a file, by its bytes: a client can state any name and type. Text counts as SVG when it holds an svg
 * element, or when the client states SVG, so that the error names the fault. Null: no type that an upload takes.
 */
export function pictureType(bytes: Uint8Array, claimed: { name: string; type: string }): PictureType | null {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  for (const [type, signature] of signatures) {
    if (signature.test(head)) return type
  }
  const start = new TextDecoder('utf-8').decode(bytes.subarray(0, 2_000))
  // A zero byte stands in no text, and in nearly every other kind of file.
  if (start.includes('\0')) return null
  const claims = claimed.type === 'image/svg+xml' || /\.svg$/i.test(claimed.name)
  return claims || /<(?:[\w.-]+:)?svg[\s/>]/.test(start) ? 'image/svg+xml' : null
}
