import { limits } from '../../rules/limits.ts'
import { trashEnds } from '../../rules/trash.ts'
import type { Services } from '../../server/services.ts'
import { clearOldContent } from '../revisions/queries.ts'
import { destroyDeck } from './change-state.ts'
import { cleanDecksAgain } from './clean-again.ts'
import { lockDeck } from './queries.ts'

const hour = 60 * 60 * 1000
/** What an author sent before something was taken out of it is kept for this long, in ms; so are save ids. */
const kept = 30 * 24 * hour

/** Says what decks leave to be done in the background. */
export function defineDeckJobs(services: Services): void {
  const { jobs, database } = services
  jobs.define('clear-old-content', async ({ payload }) => {
    const deckId = Number(payload.deckId)
    await database.transaction(async (trx) => {
      // Nobody saves meanwhile: what the newest revision needs would not be among what is kept.
      const deck = await lockDeck(trx, database.kind, deckId)
      if (deck) await clearOldContent(trx, deckId, limits.deck.revisions)
    })
    return undefined
  })
  jobs.every('forget-old-traces', hour, async () => {
    await forgetOldTraces(services)
    return undefined
  })
  jobs.every('empty-trash', hour, async () => ({ deleted: await emptyTrash(services) }))
  jobs.every('clean-slides-again', hour, async (run) => ({ cleaned: await cleanDecksAgain(services, run) }))
}

/** Deletes decks past their time in the trash, each in a transaction of its own; answers how many. */
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
      // Its owner may have recovered it meanwhile.
      const locked = await lockDeck(trx, database.kind, id)
      if (!locked || !ended(locked)) return null
      await destroyDeck(services, trx, locked)
      return locked
    })
    if (!deck) continue
    deleted += 1
    accessChanges.tell({ deckId: id })
    const keep = (error: unknown) => log.warn({ err: error }, 'a picture stays until unused files are cleared')
    if (deck.thumbnail_key) await files.delete(deck.thumbnail_key).catch(keep)
  }
  return deleted
}

/** Forgets what is kept only for a while: untouched originals, save ids, who has looked at a deck. */
async function forgetOldTraces({ database, now }: Services): Promise<void> {
  const old = new Date(now().getTime() - kept)
  await database.write.deleteFrom('slide_originals').where('created_at', '<', old).execute()
  await database.write.deleteFrom('deck_saves').where('created_at', '<', old).where('version', '>', 1).execute()
  await database.write
    .deleteFrom('deck_views')
    .where('at', '<', new Date(now().getTime() - hour))
    .execute()
}
