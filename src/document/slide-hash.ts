import type { SlidePosition } from './types.ts'

/**
 * The part of an address that opens a slide directly: `#/3`, or `#/3/2`. The vertical index is written only when both
 * indices are above 0. Indices from 0.
 */
export function slideHash(position: SlidePosition): string {
  return position.h > 0 && position.v > 0 ? `#/${position.h}/${position.v}` : `#/${position.h}`
}

/** Where a hash leads; `f` is the fragment's index from 0, null when the hash names none. */
export interface HashTarget extends SlidePosition {
  readonly f: number | null
}

/** Reads a hash as reveal.js writes it (`#/2`, `#/2/1`, `#/2/1/0`), with or without `#`. Null for anything else. */
export function parseSlideHash(hash: string): HashTarget | null {
  const match = /^#?\/(\d{1,5})(?:\/(\d{1,5}))?(?:\/(\d{1,5}))?\/?$/.exec(hash)
  if (!match) return null
  return { h: Number(match[1]), v: Number(match[2] ?? 0), f: match[3] === undefined ? null : Number(match[3]) }
}
