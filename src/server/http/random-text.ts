import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(4_096)
let used = pool.byteLength

/**
 * `bytes` random bytes as text. They are drawn from a pool: a system call per nonce would cost more than using the
 * nonce. No byte is used twice.
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
