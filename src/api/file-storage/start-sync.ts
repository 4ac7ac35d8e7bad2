import { syncPause } from '../../rules/file-storage.ts'
import { decideDeck } from '../../rules/permissions.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { deckState } from '../decks/deck-state.ts'
import { type LoadedDeck, loadDeckFor } from '../decks/load-deck.ts'
import { checkRoom } from '../media/upload.ts'
import { userById } from '../users/queries.ts'
import { deleteSync, dueSyncs, lockSync, type SyncRow, updateSync, usersAtWork } from './queries.ts'
import { askForFiles, dropFiles, queueUploads } from './sync-exports.ts'

/** The deck of a sync as its user may export it now; 'lost': they may not anymore; 'paused': not at the moment. */
export async function deckOfSync(db: Db, { deck_id, user_id }: SyncRow): Promise<LoadedDeck | 'lost' | 'paused'> {
  const user = await userById(db, String(user_id))
  const loaded = await loadDeckFor(db, deck_id, user_id)
  if (!user || !loaded) return 'lost'
  if (deckState(loaded.deck) !== 'active' || !user.active) return 'paused'
  const [actor, facts] = [actorOf(user), deckFacts(loaded, user_id)]
  const isAllowed = (['sync', 'export'] as const).every((action) => decideDeck(action, actor, facts) === 'allow')
  return isAllowed ? loaded : 'lost'
}

/** Ends a sync whose user may not export the deck anymore, or lets it wait until the deck is back. */
export async function setAside(db: Db, services: Services, sync: SyncRow, why: 'lost' | 'paused'): Promise<void> {
  await dropFiles(db, services, { sync: sync.id })
  if (why === 'lost') return deleteSync(db, sync.id)
  const retry_at = new Date(services.now().getTime() + 1000 * syncPause('export', 1))
  await updateSync(db, sync.id, { step: 'idle', retry_at })
}

/** Begins a sync that is idle: asks for its files. */
export async function startSync(db: Db, services: Services, sync: SyncRow): Promise<void> {
  if (sync.step !== 'idle') return
  const loaded = await deckOfSync(db, sync)
  if (typeof loaded === 'string') return setAside(db, services, sync, loaded)
  await updateSync(db, sync.id, { step: 'making', retry_at: null })
  await askForFiles(db, services, sync, loaded.deck.version)
}

/** Begins the syncs of changed decks, and continues with those that a stopped process left. Returns how many it began. */
export async function startDueSyncs(services: Services): Promise<number> {
  const { database, fileStorage, log, now } = services
  if (!fileStorage) return 0
  for (const user of await usersAtWork(database.read, now())) {
    await database.transaction((trx) => queueUploads(trx, services, user))
  }
  const due = await dueSyncs(database.read, now())
  if (due.length === 0) return 0
  const isFull = await checkRoom(services).then(
    () => false,
    () => true,
  )
  if (isFull) {
    log.warn('no deck is synced: there is no room for its files')
    return 0
  }
  for (const id of due) {
    await database.transaction(async (trx) => {
      const sync = await lockSync(trx, database.kind, id)
      if (sync) await startSync(trx, services, sync)
    })
  }
  return due.length
}
