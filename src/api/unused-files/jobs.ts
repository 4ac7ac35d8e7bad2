import { checkLease } from '../../server/jobs/check-lease.ts'
import type { JobRun, Services } from '../../server/services.ts'
import { notePerhapsUnused } from './own-files.ts'
import { forgetUnused, namedKeys, shownByDecks, shownByTemplates, unusedSince } from './queries.ts'

const hour = 60 * 60 * 1000
/** ms between two looks. */
const every = 6 * hour
/** ms that a file may be there without a row: an upload that is on its way. */
const patience = 24 * hour
/** Files that are compared with the database at once. */
const atOnce = 200
/** Decks whose slides are read at once. */
const decksAtOnce = 50

/** The keys that were noted before a moment and that no row names; those that one names are forgotten. */
async function unnamedKeys({ database }: Services, before: Date, run: JobRun): Promise<string[]> {
  const unnamed: string[] = []
  let last = ''
  for (;;) {
    checkLease(run)
    const keys = await unusedSince(database.read, before, last, atOnce)
    const next = keys.at(-1)
    if (next === undefined) return unnamed
    last = next
    const named = await namedKeys(database.read, keys)
    unnamed.push(...keys.filter((key) => !named.has(key)))
    await forgetUnused(database.write, [...named], before)
  }
}

/** Those of the keys that slides show. Every deck is looked at, some at a time: decks don't list their pictures. */
async function shownKeys({ database }: Services, keys: readonly string[], run: JobRun): Promise<Set<string>> {
  const pictures = new Set(keys.filter((key) => key.startsWith('media/')))
  if (pictures.size === 0) return pictures
  const shown = new Set(await shownByTemplates(database.read, pictures))
  let after: number | null = 0
  while (after !== null) {
    checkLease(run)
    const some = await shownByDecks(database.read, pictures, after, decksAtOnce)
    for (const key of some.shown) shown.add(key)
    after = some.last
    await run.progress(0.5)
  }
  return shown
}

/** Deletes what was noted long enough ago and nothing uses; what slides show is looked at again a day later. Answers how many. */
async function deleteOld(services: Services, run: JobRun): Promise<number> {
  const { files, database, now } = services
  const before = new Date(now().getTime() - patience)
  const unnamed = await unnamedKeys(services, before, run)
  const shown = await shownKeys(services, unnamed, run)
  const useless = unnamed.filter((key) => !shown.has(key))
  await notePerhapsUnused(database.write, shown, now())
  for (let start = 0; start < useless.length; start += atOnce) {
    checkLease(run)
    const keys = useless.slice(start, start + atOnce)
    for (const key of keys) await files.delete(key)
    await forgetUnused(database.write, keys, before)
  }
  return useless.length
}

/**
 * Clears away this instance's own files that no row names and no slide shows: of uploads that a crash cut short, and of
 * what was deleted. It never looks through the store, which may hold another's files. It may stop anywhere and
 * begin anew.
 */
export function defineUnusedFileJobs(services: Services): void {
  services.jobs.every('clear-unused-files', every, async (run) => {
    const deleted = await deleteOld(services, run)
    await services.files.clearDrafts(new Date(services.now().getTime() - patience))
    return { deleted }
  })
}
