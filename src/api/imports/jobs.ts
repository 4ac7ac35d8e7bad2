import { importMessages } from '../../rules/import-messages.ts'
import { limits } from '../../rules/limits.ts'
import { timings } from '../../rules/timings.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { JobRun, Services } from '../../server/services.ts'
import { userById } from '../users/queries.ts'
import { collectSlides, withSlideIds } from './collect-slides.ts'
import { endImport, failImport, failSilentImport, recordProgress } from './end-import.ts'
import { ImportError } from './import-error.ts'
import { contentFor, makeDeckOf, type ReadFile, slideIdsOf, targetSize } from './import-file.ts'
import { hasSource, type ImportSource, withSource } from './import-source.ts'
import { ReaderCrash, readInProcess } from './process/read-in-process.ts'
import type { ReadHead } from './process/reader.ts'
import {
  deleteOldImports,
  deleteUntaken,
  type ImportRow,
  openImport,
  silentImports,
  updateOpenImport,
} from './queries.ts'
import { type StoredMedia, storeMedia } from './store-media.ts'

const [minute, hour] = [60_000, 3_600_000]
/** Imports that one process reads at a time: each takes a core and hundreds of MB. */
const atOnce = 2
/** Pause in ms between two looks whether the user has canceled. */
const cancelPause = 1_000
/** Pause in ms between two records of progress. */
const progressPause = 250
/** How long imports without a deck are remembered. */
const retention = 7 * 24 * hour

/** Registers the background jobs of imports. */
export function defineImportJobs(services: Services): void {
  const handler = async (run: JobRun) => {
    const row = await openImport(services.database.read, Number(run.payload.importId))
    if (row) await importFile(services, run, row)
    return undefined
  }
  services.jobs.define('import-file', handler, { atOnce, onePerOwner: true })
  services.jobs.every('clear-imports', 5 * minute, async () => {
    const now = services.now().getTime()
    const { read, write } = services.database
    for (const row of await silentImports(read, new Date(now - timings.importSocket))) {
      await failSilentImport(services, row)
    }
    await deleteUntaken(write, new Date(now - limits.import.slideHours * hour))
    await deleteOldImports(write, new Date(now - retention))
  })
}

/** Aborts when the job loses its lease or the user cancels. */
function watchCancel(services: Services, run: JobRun, id: number): { readonly signal: AbortSignal; stop(): void } {
  const abort = new AbortController()
  const cancel = () => abort.abort()
  run.signal.addEventListener('abort', cancel, { once: true })
  const timer = setInterval(() => {
    void openImport(services.database.read, id).then(
      (open) => open || cancel(),
      () => undefined,
    )
  }, cancelPause)
  return { signal: abort.signal, stop: () => clearInterval(timer) }
}

async function importFile(services: Services, run: JobRun, row: ImportRow): Promise<void> {
  const user = await userById(services.database.read, String(row.user_id))
  if (!user || !hasSource(row)) return
  const media = storeMedia(services, { owner: { user: user.id }, plan: user.plan })
  const watch = watchCancel(services, run, row.id)
  try {
    await recordProgress(services, row, { done: 0, slide_count: null })
    const { signal } = watch
    const read = await withSource(services, row, signal, (source) =>
      readAll(services, run, { row, source, media, signal }),
    )
    // What was canceled while its last slide was stored becomes no deck.
    if (!(await openImport(services.database.write, row.id))) throw new Error('The import was canceled')
    const { slides } = read
    const counts = { done: slides.html.length, slide_count: slides.html.length }
    const finished = { status: 'finished' as const, ...counts, images: JSON.stringify(slides.images) }
    if (row.mode === 'new') {
      const deckId = await makeDeckOf(services, user, row, read)
      const report = withSlideIds(slides.report, await slideIdsOf(services.database.read, deckId))
      await endImport(services, row, { ...finished, report: JSON.stringify(report), deck_id: deckId })
    } else {
      const content = JSON.stringify(await contentFor(services, row, read))
      const report = JSON.stringify(slides.report)
      if (!(await endImport(services, row, { ...finished, report, content }))) await media.undo()
    }
  } catch (error) {
    await media.undo()
    await fail(services, run, row, error)
  } finally {
    watch.stop()
  }
}

/** Stores why an import failed. Throws again what another attempt may mend. */
async function fail(services: Services, run: JobRun, row: ImportRow, error: unknown): Promise<void> {
  if (run.signal.aborted) throw error
  if (!(await openImport(services.database.read, row.id))) return
  if (error instanceof ReaderCrash)
    services.log.warn({ import: row.id, detail: error.detail }, 'a file could not be imported')
  const isExpected = error instanceof ImportError || error instanceof HttpError
  if (!isExpected) services.log.error({ err: error, import: row.id }, 'an import failed')
  await failImport(services, row, isExpected ? error.message : importMessages.failed)
}

interface Reading {
  readonly row: ImportRow
  readonly source: ImportSource
  readonly media: StoredMedia
  readonly signal: AbortSignal
}

async function readAll(services: Services, run: JobRun, { row, source, media, signal }: Reading): Promise<ReadFile> {
  const slides = collectSlides(media)
  let head: ReadHead | null = null
  let recorded = 0
  const record = async ({ slides: all }: ReadHead): Promise<void> => {
    recorded = performance.now()
    const done = slides.html.length
    await recordProgress(services, row, { done, slide_count: all })
    await run.progress(done / Math.max(1, all))
  }
  const { path, format, reader, url, fetchFile } = source
  if (format !== row.format) await updateOpenImport(services.database.write, row.id, { format })
  const task = { path, fileName: row.file_name, options: row.options, size: await targetSize(services, row) }
  const taker = {
    head: async (read: ReadHead) => {
      if (read.slides > limits.deck.slides) throw new ImportError(importMessages.tooMany(read.slides))
      head = read
      for (const message of read.remarks?.toReversed() ?? []) slides.remark(message)
      await record(read)
    },
    slide: async (slide: Parameters<typeof slides.add>[0]) => {
      await slides.add(slide)
      if (head && performance.now() - recorded > progressPause) await record(head)
    },
    ...(fetchFile ? { fetchFile } : {}),
  }
  const settings = await readInProcess(reader, url === undefined ? task : { ...task, url }, taker, signal)
  if (!head || slides.html.length === 0) throw new ImportError(importMessages.empty)
  return { head, slides, settings }
}
