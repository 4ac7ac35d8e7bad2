import type { Services } from '../../server/services.ts'
import { indexDeck } from './index-deck.ts'

/** Says how search is kept up to date: a job for each deck that changed. */
export function defineSearchJobs(services: Services): void {
  const { database } = services
  services.jobs.define('index-deck', async ({ payload }) => {
    await database.transaction((trx) => indexDeck(trx, database.kind, Number(payload.deckId)))
    return undefined
  })
}
