import { timings } from '../../rules/timings.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { deckState } from './deck-state.ts'
import type { DeckRow } from './queries.ts'

/** A deck's picture is made at most once in this many ms … */
const thumbnailEvery = 60_000
/** … and what no revision shows any more is cleared away at most once in this many. */
const clearEvery = 10 * 60_000

/** Whether search may find a deck. */
export function isSearchable(
  deck: Pick<DeckRow, 'visibility' | 'trashed_at' | 'suspended_at' | 'slide_count'>,
): boolean {
  return deck.visibility === 'all' && deckState(deck) === 'active' && deck.slide_count > 0
}

/** A job that runs once for everything that happens until it runs. */
async function addOnce(services: Services, trx: Db, kind: string, deck: DeckRow, delay: number): Promise<void> {
  const runAt = delay > 0 ? { runAt: new Date(services.now().getTime() + delay) } : {}
  const turn = kind === 'thumbnail' ? { owner: `user:${deck.user_id}` } : {}
  await services.jobs.add(trx, kind, { deckId: deck.id }, { dedupeKey: `${kind}:${deck.id}`, ...runAt, ...turn })
}

/** Queues what a change of a deck brings with it, in the transaction of the change: search, picture, clearing. */
export async function afterSave(services: Services, trx: Db, before: DeckRow | null, deck: DeckRow): Promise<void> {
  const searchable = isSearchable(deck) || (before !== null && isSearchable(before))
  if (searchable) await addOnce(services, trx, 'index-deck', deck, 0)
  if (deckState(deck) !== 'active' || deck.slide_count === 0 || before?.version === deck.version) return
  const pictureIn = deck.thumbnail_version === null ? timings.firstThumbnail : thumbnailEvery
  await addOnce(services, trx, 'thumbnail', deck, pictureIn)
  if (deck.version > 1) await addOnce(services, trx, 'clear-old-content', deck, clearEvery)
}
