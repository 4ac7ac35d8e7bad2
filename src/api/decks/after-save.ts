import { timings } from '../../rules/timings.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { deckState } from './deck-state.ts'
import type { DeckRow } from './queries.ts'

/** ms between two thumbnails of a deck. */
const thumbnailInterval = 60_000
/** ms between two deletions of content that no revision references. */
const cleanupInterval = 10 * 60_000

/** Whether the search of public decks may find a deck. */
export function isSearchable(
  deck: Pick<DeckRow, 'visibility' | 'trashed_at' | 'suspended_at' | 'slide_count'>,
): boolean {
  return deck.visibility === 'all' && deckState(deck) === 'active' && deck.slide_count > 0
}

/** Whether anyone but its collaborators may find a deck: everyone, or the team. */
export function isIndexed(deck: Pick<DeckRow, 'visibility' | 'trashed_at' | 'suspended_at' | 'slide_count'>): boolean {
  return deck.visibility !== 'self' && deckState(deck) === 'active' && deck.slide_count > 0
}

/** Queues a job unless one of this kind and deck is waiting. */
async function addOnce(services: Services, trx: Db, kind: string, deck: DeckRow, delay: number): Promise<void> {
  const runAt = delay > 0 ? { runAt: new Date(services.now().getTime() + delay) } : {}
  const queueOwner = kind === 'thumbnail' ? { owner: `user:${deck.user_id}` } : {}
  await services.jobs.add(trx, kind, { deckId: deck.id }, { dedupeKey: `${kind}:${deck.id}`, ...runAt, ...queueOwner })
}

/**
 * Queues the jobs after a change of a deck, in the transaction of the change: search index, thumbnail, deletion of old
 * content.
 */
export async function afterSave(services: Services, trx: Db, before: DeckRow | null, deck: DeckRow): Promise<void> {
  const indexed = isIndexed(deck) || (before !== null && isIndexed(before))
  if (indexed) await addOnce(services, trx, 'index-deck', deck, 0)
  if (deckState(deck) !== 'active' || deck.slide_count === 0 || before?.version === deck.version) return
  const pictureIn = deck.thumbnail_version === null ? timings.firstThumbnail : thumbnailInterval
  await addOnce(services, trx, 'thumbnail', deck, pictureIn)
  if (deck.version > 1) await addOnce(services, trx, 'clear-old-content', deck, cleanupInterval)
}
