import { timings } from '../../rules/timings.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { DedupedJob, Services } from '../../server/services.ts'
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

/** A job of a deck that waits once. `delay`: ms until it is due. */
function jobOf(services: Services, kind: string, deck: DeckRow, delay: number): DedupedJob {
  const runAt = delay > 0 ? { runAt: new Date(services.now().getTime() + delay) } : {}
  const queueOwner = kind === 'thumbnail' ? { owner: `user:${deck.user_id}` } : {}
  return { kind, payload: { deckId: deck.id }, dedupeKey: `${kind}:${deck.id}`, ...runAt, ...queueOwner }
}

/**
 * Queues the jobs after a change of a deck, in the transaction of the change: search index, thumbnail, deletion of old
 * content.
 */
export async function afterSave(services: Services, trx: Db, before: DeckRow | null, deck: DeckRow): Promise<void> {
  const indexed = isIndexed(deck) || (before !== null && isIndexed(before))
  const jobs = indexed ? [jobOf(services, 'index-deck', deck, 0)] : []
  if (deckState(deck) === 'active' && deck.slide_count > 0 && before?.version !== deck.version) {
    const pictureIn = deck.thumbnail_version === null ? timings.firstThumbnail : thumbnailInterval
    jobs.push(jobOf(services, 'thumbnail', deck, pictureIn))
    if (deck.version > 1) jobs.push(jobOf(services, 'clear-old-content', deck, cleanupInterval))
  }
  if (jobs.length > 0) await services.jobs.addAll(trx, jobs)
}
