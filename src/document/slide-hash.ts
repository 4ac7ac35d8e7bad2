import type { SlidePosition } from './deck-model.ts'

/** Hash of a slide's URL: `#/3`, or `#/3/2`. The vertical index is written only if above 0. Indices from 0. */
export function slideHash(position: SlidePosition): string {
  return position.h > 0 && position.v > 0 ? `#/${position.h}/${position.v}` : `#/${position.h}`
}

/** Target of a hash; `f` is the fragment index from 0, null if the hash has none. */
export interface HashTarget extends SlidePosition {
  readonly f: number | null
}

/** Parses a hash as written by reveal.js (`#/2`, `#/2/1`, `#/2/1/0`), with or without `#`. Null for anything else. */
export function parseSlideHash(hash: string): HashTarget | null {
  const match = /^#?\/(\d{1,5})(?:\/(\d{1,5}))?(?:\/(\d{1,5}))?\/?$/.exec(hash)
  if (!match) return null
  return { h: Number(match[1]), v: Number(match[2] ?? 0), f: match[3] === undefined ? null : Number(match[3]) }
}
