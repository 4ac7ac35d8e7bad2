import { checkLease } from '../../server/jobs/check-lease.ts'
import type { JobRun, Services } from '../../server/services.ts'
import { putFile, recordPossibleOrphans } from '../orphaned-files/file-references.ts'
import { renditionKey } from './media-keys.ts'
import { findWithoutRenditions, imagesWithoutRenditions, type MediaRow, setRenditions } from './queries.ts'
import { encodeRenditions } from './reencode-image.ts'

const hour = 60 * 60 * 1000
/** Images per batch. */
const batchSize = 20

/** Registers the jobs that make the smaller versions of images: of each new one, and of those stored before. */
export function defineRenditionJobs(services: Services): void {
  services.jobs.define('make-renditions', async ({ payload }) => {
    const row = await findWithoutRenditions(services.database.read, Number(payload.mediaId))
    return { made: row ? await makeRenditions(services, row) : 0 }
  })
  services.jobs.every('make-missing-renditions', hour, async (run) => ({ made: await makeMissing(services, run) }))
}

/** Makes the smaller versions of all images that have none. It can stop anywhere and restart. */
async function makeMissing(services: Services, run: JobRun): Promise<number> {
  // The images of the last minutes have jobs of their own.
  const before = new Date(services.now().getTime() - hour)
  let [count, after] = [0, 0]
  for (;;) {
    const rows = await imagesWithoutRenditions(services.database.read, before, after, batchSize)
    if (rows.length === 0) return count
    for (const row of rows) {
      checkLease(run)
      count += await makeRenditions(services, row)
      after = row.id
      await run.progress(0.5)
    }
  }
}

/**
 * Makes an image's smaller versions, and counts their bytes. An image that the encoder refuses gets none. Returns their
 * number.
 */
async function makeRenditions(services: Services, row: MediaRow): Promise<number> {
  const { database, files, now } = services
  const bytes = await files.read(row.key)
  // A store may be mounted later.
  if (bytes === null) return 0
  const made = (await encodeRenditions(bytes)) ?? []
  const keys = made.map(({ width }) => renditionKey(row.key, width))
  // Files are stored before the row that references them.
  for (const [at, { picture }] of made.entries()) await putFile(services, keys[at] as string, picture, 'image/webp')
  const renditions = made.map(({ width, height, picture }) => ({ width, height, size: picture.byteLength }))
  const isStored = await setRenditions(database.write, row.id, renditions)
  // The owner deleted the image meanwhile, so the files written here have no row.
  if (!isStored) await recordPossibleOrphans(database.write, keys, now())
  return made.length
}
