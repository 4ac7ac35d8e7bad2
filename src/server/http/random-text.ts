import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(4_096)
let used = pool.byteLength

/**
 * So many bytes from the system's generator, as text. They are drawn many at a time: each call to the generator takes
 * longer than everything else that is done with a nonce. No byte is given twice.
 */
export function randomText(bytes: number, encoding: 'base64' | 'base64url'): string {
  if (used + bytes > pool.byteLength) {
    randomFillSync(pool)
    used = 0
  }
  const text = pool.toString(encoding, used, used + bytes)
  pool.fill(0, used, used + bytes)
  used += bytes
  return text
}
