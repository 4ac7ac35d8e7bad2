import type { BlockId, SlideId } from './deck-model.ts'

const slideIdForm = /^[0-9a-f]{32}$/
const blockIdForm = /^[0-9a-f]{16}$/

/** A random slide id: 32 hexadecimal digits. */
export function newSlideId(): SlideId {
  return randomHex(16)
}

/** A random block id: 16 hexadecimal digits. */
export function newBlockId(): BlockId {
  return randomHex(8)
}

/** A random UUID (version 4); works without TLS, where browsers lack crypto.randomUUID. */
export function newUuid(): string {
  const variant = '89ab'[Number.parseInt(randomHex(1), 16) % 4]
  const hex = randomHex(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** Whether text is a valid slide id. */
export function isSlideId(text: string): boolean {
  return slideIdForm.test(text)
}

/** Whether text is a valid block id. */
export function isBlockId(text: string): boolean {
  return blockIdForm.test(text)
}

/**
 * Derives an id for a block whose id is missing or a duplicate, from its slide and `key`: its source markup, or the
 * duplicate id. Two clients that parse the same deck get the same id, regardless of the block's position, and the
 * slide's source stays unchanged. Ids for which `isTaken` returns true are skipped.
 */
export function derivedBlockId(slide: SlideId, key: string, isTaken: (id: BlockId) => boolean): BlockId {
  for (let copy = 0; ; copy++) {
    const id = hash32(`${slide}/${copy}/${key}`, 0x811c9dc5) + hash32(`${key}/${copy}/${slide}`, 0x01234567)
    if (!isTaken(id)) return id
  }
}

/** A fingerprint of content, to find out whether two sides have the same. Not for secrets. */
export function contentHash(text: string): string {
  // As hash32 of both seeds, in one pass: slides are long.
  let [first, second] = [0x811c9dc5, 0x01234567]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    first = Math.imul(first ^ code, prime)
    second = Math.imul(second ^ code, prime)
  }
  return mixed(first) + mixed(second)
}

const prime = 0x01000193

/** FNV-1a with a final mix. For distribution only, not for secrets. */
function hash32(text: string, seed: number): string {
  let hash = seed
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), prime)
  return mixed(hash)
}

function mixed(sum: number): string {
  let hash = sum
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, '0')
}

function randomHex(bytes: number): string {
  let hex = ''
  for (const byte of crypto.getRandomValues(new Uint8Array(bytes))) hex += byte.toString(16).padStart(2, '0')
  return hex
}
