import { sql } from 'kysely'
import { checkLease } from '../../server/jobs/check-lease.ts'
import type { JobRun, Services } from '../../server/services.ts'
import { listDeckMedia } from '../decks/deck-media.ts'

const hour = 60 * 60 * 1000
/** How far back changed decks are looked at, in ms: rolling upgrades take less. */
const recent = 48 * hour
/** Decks per batch. */
const batchSize = 50

/** Registers the job that lists the files of slides which a process of a release before has saved, and not listed. */
export function defineDeckMediaJob(services: Services): void {
  services.jobs.every('complete-deck-media', hour, async (run) => ({ listed: await completeDeckMedia(services, run) }))
}

/** Lists the files of slides that are not listed, in decks that changed recently. Returns the number of slides. */
export async function completeDeckMedia({ database, now }: Services, run: Pick<JobRun, 'signal'>): Promise<number> {
  const since = new Date(now().getTime() - recent)
  let [count, after] = [0, 0]
  for (;;) {
    checkLease(run)
    const decks = await database.read
      .selectFrom('decks')
      .select('id')
      .where('updated_at', '>', since)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const last = decks.at(-1)
    if (!last) return count
    after = last.id
    const slides = await database.read
      .selectFrom('deck_slides')
      .select(['deck_id', 'slide_id', 'since', 'html'])
      .where(
        'deck_id',
        'in',
        decks.map(({ id }) => id),
      )
      .where('html', 'like', '%/m/%')
      .where(
        sql<boolean>`not exists (select 1 from deck_media where deck_media.deck_id = deck_slides.deck_id
          and deck_media.slide_id = deck_slides.slide_id and deck_media.since = deck_slides.since)`,
      )
      .execute()
    // In a transaction of their own: a slide may be deleted meanwhile, and its deck with it.
    for (const slide of slides) {
      await database.transaction((trx) => listDeckMedia(trx, [slide])).catch(() => undefined)
    }
    count += slides.length
  }
}
