import type { Keys } from '../services.ts'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const LENGTH = 26

/** RFC 4648 base32 in lower case, without padding: legal in host names. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value & 0xff) << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(value >>> bits) & 31]
    }
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text
}

/**
 * The label of a deck's own host: `d-` and 26 characters. It is derived from the deck's id and the instance's key. So
 * it is stable, the labels of other decks cannot be guessed, and nothing is stored.
 */
export function deckLabel(keys: Keys, deckId: number): string {
  return `d-${base32(Buffer.from(keys.hash('content-host', `deck:${deckId}`), 'hex')).slice(0, LENGTH)}`
}

/** The label of the host that serves uploaded media to documents other than deck frames (the editor's canvas, cards). */
export function mediaLabel(keys: Keys): string {
  return `d-${base32(Buffer.from(keys.hash('content-host', 'media'), 'hex')).slice(0, LENGTH)}`
}
