import { limits } from '../../rules/limits.ts'
import { trashEnds } from '../../rules/trash.ts'
import type { Services } from '../../server/services.ts'
import { deleteOldBatches } from '../batches/queries.ts'
import { deleteOldContent } from '../revisions/queries.ts'
import { destroyDeck } from './change-state.ts'
import { lockDeck } from './queries.ts'
import { resanitizeDecks } from './resanitize-decks.ts'

const hour = 60 * 60 * 1000
/** Retention of slide originals and save ids, in ms. */
const retention = 30 * 24 * hour

/** Registers the background jobs of decks. */
export function defineDeckJobs(services: Services): void {
  const { jobs, database } = services
  jobs.define('clear-old-content', async ({ payload }) => {
    const deckId = Number(payload.deckId)
    await database.transaction(async (trx) => {
      // Locks the deck: a concurrent save could make a revision whose content would be deleted.
      const deck = await lockDeck(trx, database.kind, deckId)
      if (deck) await deleteOldContent(trx, deckId, limits.deck.revisions)
    })
    return undefined
  })
  jobs.every('forget-old-traces', hour, async () => {
    await deleteExpiredRows(services)
    return undefined
  })
  jobs.every('empty-trash', hour, async () => ({ deleted: await emptyTrash(services) }))
  jobs.every('clean-slides-again', hour, async (run) => ({ cleaned: await resanitizeDecks(services, run) }))
}

/** Deletes decks past their time in the trash, each in its own transaction. Returns how many. */
export async function emptyTrash(services: Services): Promise<number> {
  const { database, files, accessChanges, log } = services
  const ended = (deck: { trashed_at: Date | null }) =>
    deck.trashed_at !== null && trashEnds(deck.trashed_at) <= services.now().getTime()
  const trashed = await database.read
    .selectFrom('decks')
    .select(['id', 'trashed_at'])
    .where('trashed_at', 'is not', null)
    .execute()
  let deleted = 0
  for (const { id } of trashed.filter(ended)) {
    const deck = await database.transaction(async (trx) => {
      // The owner may have restored the deck meanwhile.
      const locked = await lockDeck(trx, database.kind, id)
      if (!locked || !ended(locked)) return null
      await destroyDeck(services, trx, locked)
      return locked
    })
    if (!deck) continue
    deleted += 1
    accessChanges.notify({ deckId: id })
    const logKept = (error: unknown) => log.warn({ err: error }, 'a picture stays until unused files are cleared')
    if (deck.thumbnail_key) await files.delete(deck.thumbnail_key).catch(logKept)
  }
  return deleted
}

/** Deletes expired originals, save ids, batches and viewer hashes. The save ids of new decks are kept. */
export async function deleteExpiredRows({ database, now }: Services): Promise<void> {
  const old = new Date(now().getTime() - retention)
  await database.write.deleteFrom('slide_originals').where('created_at', '<', old).execute()
  await deleteOldBatches(database.write, now())
  await database.write.deleteFrom('deck_saves').where('created_at', '<', old).where('version', '<>', 1).execute()
  await database.write
    .deleteFrom('deck_views')
    .where('at', '<', new Date(now().getTime() - hour))
    .execute()
}
