import type { Services } from '../../server/services.ts'
import { sealAgain } from './queries.ts'

const hour = 60 * 60 * 1000
/** Links that one step seals anew. */
const atOnce = 100

/** Says what access links leave to be done in the background: after a change of the instance's key they are sealed anew. */
export function defineAccessTokenJobs({ jobs, database, keys }: Services): void {
  jobs.every('seal-access-tokens', hour, async () => {
    for (let after: number | null = 0; after !== null; ) after = await sealAgain(database.write, keys, after, atOnce)
    return undefined
  })
}
