import type { Services } from '../../server/services.ts'
import { indexDeck } from './index-deck.ts'
import { searchableDecksOf } from './index-queries.ts'

/** Says how search is kept up to date: a job for each deck that changed, and one for a person whose name did. */
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
