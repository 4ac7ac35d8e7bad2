import type { Services } from '../../server/services.ts'
import { indexDeck } from './index-deck.ts'
import { searchableDecksOf } from './index-queries.ts'

/** Registers the search jobs: one for each changed deck, and one for each user whose name changed. */
export function defineSearchJobs(services: Services): void {
  const { database, jobs } = services
  const index = (deckId: number) => database.transaction((trx) => indexDeck(trx, database.kind, deckId))
  jobs.define('index-deck', async ({ payload }) => {
    await index(Number(payload.deckId))
    return undefined
  })
  jobs.define('index-person', async ({ payload, signal }) => {
    for (const deckId of await searchableDecksOf(database.read, Number(payload.userId))) {
      if (signal.aborted) throw new Error('Stopped before all decks were indexed')
      await index(deckId)
    }
    return undefined
  })
}
