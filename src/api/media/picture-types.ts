/** What a library takes. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/svg+xml'

/** The ending of a stored file, by its type. */
export const endings: Readonly<Record<PictureType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
}

const signatures: readonly (readonly [PictureType, readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
]

/**
 * What a file is, by its bytes; a name or a stated type can say anything. Text counts as a drawing when it holds an svg
 * element, or claims to be one, so that its author hears what is wrong with it. Null: nothing we take.
 */
export function pictureType(bytes: Uint8Array, claimed: { name: string; type: string }): PictureType | null {
  for (const [type, signature] of signatures) {
    if (signature.every((byte, index) => bytes[index] === byte)) return type
  }
  const start = new TextDecoder('utf-8').decode(bytes.subarray(0, 2_000))
  // A zero byte stands in no text, and in nearly every other kind of file.
  if (start.includes('\0')) return null
  const claims = claimed.type === 'image/svg+xml' || /\.svg$/i.test(claimed.name)
  return claims || /<(?:[\w.-]+:)?svg[\s/>]/.test(start) ? 'image/svg+xml' : null
}
