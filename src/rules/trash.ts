import { limits } from './limits.ts'

/** When a deck trashed at `trashedAt` is deleted permanently, in ms since 1970. */
export function trashEnds(trashedAt: Date | string): number {
  return new Date(trashedAt).getTime() + limits.deck.trashDays * 86_400_000
}
