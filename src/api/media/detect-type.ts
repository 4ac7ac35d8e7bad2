import type { PictureType } from '../../rules/picture-types.ts'

/** The first bytes of each type, in Latin-1. Dots match length fields of containers. */
const signatures: readonly (readonly [PictureType, RegExp])[] = [
  ['image/png', /^.PNG\r\n/s],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/avif', /^.{4}ftyp(?:.{4}){0,12}?avi[fs]/s],
]

/**
 * Detects a file's type from its bytes, since clients can claim any. Text counts as SVG if it contains an svg element.
 * Text that the client claims to be SVG counts too, so that the error names the fault. Null: the type is not accepted.
 */
export function pictureType(bytes: Uint8Array, claimed: { name: string; type: string }): PictureType | null {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  for (const [type, signature] of signatures) {
    if (signature.test(head)) return type
  }
  const start = new TextDecoder('utf-8').decode(bytes.subarray(0, 2_000))
  // Text contains no zero byte; nearly every other file does.
  if (start.includes('\0')) return null
  const claims = claimed.type === 'image/svg+xml' || /\.svg$/i.test(claimed.name)
  return claims || /<(?:[\w.-]+:)?svg[\s/>]/.test(start) ? 'image/svg+xml' : null
}
