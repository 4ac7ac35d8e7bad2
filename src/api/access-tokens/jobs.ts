import type { Services } from '../../server/services.ts'
import { reencryptTokens } from './queries.ts'

const hour = 60 * 60 * 1000
/** Access links re-encrypted in one step. */
const batchSize = 100

/** Registers the job that re-encrypts access links after a change of the instance's key. */
export function defineAccessTokenJobs({ jobs, database, keys }: Services): void {
  jobs.every('seal-access-tokens', hour, async () => {
    for (let after: number | null = 0; after !== null; )
      after = await reencryptTokens(database.write, keys, after, batchSize)
    return undefined
  })
}
