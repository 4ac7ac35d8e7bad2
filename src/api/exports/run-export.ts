import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type ExportType, exportFormat } from '../../rules/export-formats/index.ts'
import { limits } from '../../rules/limits.ts'
import { decideDeck } from '../../rules/permissions.ts'
import { type ThemeContent, themeContentOf } from '../../rules/theme-settings.ts'
import { BrowserTooLarge } from '../../server/chromium/browser-errors.ts'
import { typeOfKey } from '../../server/files/file-types.ts'
import { PermanentJobError } from '../../server/jobs/permanent-job-error.ts'
import { unfinishedFiles } from '../../server/process-folder.ts'
import type { JobRun, Services } from '../../server/services.ts'
import { isBuiltInId } from '../../themes/built-in-theme.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { contentRules } from '../decks/content-rules.ts'
import { loadDeckFor } from '../decks/load-deck.ts'
import { dataOf, readContent } from '../decks/read-content.ts'
import { sendJob } from '../job-channel/send-job.ts'
import { createMediaReader } from '../media/read-media.ts'
import { putFileCopy } from '../orphaned-files/file-references.ts'
import { pictureProof } from '../theme-zips/theme-file.ts'
import { deckThemeOf } from '../themes/deck-theme.ts'
import type { LoadedTheme } from '../themes/load-theme.ts'
import { userById } from '../users/queries.ts'
import { deckLanguage } from './deck-language.ts'
import type { ExportedFile, ExportInput, ExportMakers, ExportNote } from './export-format.ts'
import { typeOf } from './export-json.ts'
import { type ExportRow, exportById, updateExport } from './queries.ts'
import { readableOf } from './readable.ts'

/** What an export needs from outside the API: the makers of the files and the deck as printed. */
export interface ExportParts {
  readonly makers: ExportMakers
  /** Opens the deck as printed; see ExportInput. */
  readonly withPrintedDeck: PrintedDeckOpener
}

/** Opens the deck of an input as printed. */
export type PrintedDeckOpener = (
  input: Omit<ExportInput, 'withPrintedDeck'>,
  ...rest: Parameters<ExportInput['withPrintedDeck']>
) => Promise<unknown>

/** Attempts of one export: a second helps after a crash or while the disk is full, a third would only keep waiting. */
const mostAttempts = 2
/** Interval of writing the progress, in ms: short decks are done before a first one. */
const progressPause = 400
/** What users read of an export that needed too much. */
const slowSlide = `A slide takes longer than ${limits.export.slideDuration / 1000} seconds to draw`
const slowExport = `The file takes longer than ${limits.export.duration / 60_000} minutes to make`
const largeFile = `The file has more than ${limits.export.bytes / 1_000_000} MB`
const largeDeck = 'The slides need too much memory to be drawn'

class Canceled extends Error {}
/** Another attempt would end in the same way. `note`: why, for the user. */
class Refused extends Error {
  readonly note: string | null

  constructor(message: string, note: string | null = null) {
    super(message)
    this.note = note
  }
}

/** Notifies the user's open pages. */
function tellState(
  services: Services,
  { id, user_id }: ExportRow,
  status: ExportRow['status'],
  { done, slides }: { readonly done: number; readonly slides: number } = { done: 0, slides: 0 },
): void {
  sendJob(services, user_id, { kind: 'export', id, status, done, slides })
}

/** How long the next progress may take, in ms: of a slide, or of the file of all when they are done. */
function allowance({ slide, of }: { readonly slide: number; readonly of: number }): number {
  return limits.export.slideDuration * (slide < of ? 1 : Math.max(1, of))
}

/** Writes an export's progress, at most twice a second, and ends it if it was canceled or is too slow. */
function progressOf(services: Services, row: ExportRow, run: JobRun, abort: AbortController) {
  let written = { slide: -1, of: -1 }
  let latest = { slide: 0, of: 0 }
  let since = performance.now()
  const write = async () => {
    if (performance.now() - since > allowance(latest)) abort.abort(new Refused('A slide took too long', slowSlide))
    const { slide, of } = latest
    const isOpen = await updateExport(services.database.write, row.id, { slide, slides: of })
    if (!isOpen) abort.abort(new Canceled('The export was canceled'))
    if (written.slide !== slide && of > 0) await run.progress(slide / of)
    if (isOpen && written.slide !== slide) tellState(services, row, 'processing', { done: slide, slides: of })
    written = { slide, of }
  }
  const timer = setInterval(() => void write().catch(() => {}), progressPause)
  timer.unref()
  return {
    report: (slide: number, of: number) => {
      if (slide !== latest.slide || of !== latest.of) since = performance.now()
      latest = { slide, of }
    },
    latest: () => latest,
    end: () => clearInterval(timer),
  }
}

/** The theme as written, without scripts. */
function ownThemeOf(loaded: LoadedTheme | null): ThemeContent | null {
  if (loaded === null || isBuiltInId(loaded.row.id)) return null
  return { ...themeContentOf(loaded.row), js: '', scripts: [] }
}

/** What the job gives to a maker. `preferred`: the language of the user's browser. */
type MakerJob = Pick<ExportInput, 'folder' | 'progress' | 'signal'> & { readonly preferred: string }

/** The input of a format, as the user may read the deck now. Throws Refused if the user may not export it anymore. */
async function inputOf(
  services: Services,
  row: ExportRow,
  type: ExportType,
  job: MakerJob,
): Promise<Omit<ExportInput, 'withPrintedDeck'>> {
  const { database, settings } = services
  const user = await userById(database.read, String(row.user_id))
  const loaded = await loadDeckFor(database.read, row.deck_id, row.user_id)
  if (!user || !loaded) throw new Refused('The deck or its user is gone')
  const subject = { format: type, publicPdf: settings.publicPdf }
  const decision = decideDeck('export', actorOf(user), deckFacts(loaded, user.id), subject)
  if (decision !== 'allow') throw new Refused('The user may not export the deck anymore')
  const { deck, owner, fonts } = loaded
  const readable = readableOf(loaded, user)
  const content = await readContent(database.read, deck, contentRules(settings, owner.plan))
  const theme = deckThemeOf(loaded.theme, settings)
  return {
    ...{ deck, owner, fonts, readable, folder: job.folder, progress: job.progress, signal: job.signal },
    language: deckLanguage(dataOf(content), job.preferred),
    content: readable.notes ? content : { ...content, notes: {} },
    theme: theme && { html: theme.html, css: theme.css, variables: theme.variables, footer: theme.footer },
    themeScripts: theme && (theme.js !== null || theme.scripts.length > 0) ? (theme.js ?? '') : null,
    ownTheme: ownThemeOf(loaded.theme),
    sign: (hash) => services.keys.sign(pictureProof, hash),
    readMedia: createMediaReader(services),
  }
}

/** Runs the format's maker. `signal` ends it, even if it does not listen. */
async function make(services: Services, parts: ExportParts, row: ExportRow, job: MakerJob): Promise<ExportedFile> {
  const type = typeOf(row)
  if (type === null) throw new Refused('This release has no such format')
  const input = await inputOf(services, row, type, job)
  // The deck may have been saved since it was asked for.
  await updateExport(services.database.write, row.id, { version: input.content.version })
  const open = ((options, work) => parts.withPrintedDeck(input, options, work)) as ExportInput['withPrintedDeck']
  const full: ExportInput = { ...input, withPrintedDeck: open }
  const ended = new Promise<never>((_, reject) => {
    const stop = () => reject(job.signal.reason as Error)
    if (job.signal.aborted) stop()
    else job.signal.addEventListener('abort', stop, { once: true })
  })
  ended.catch(() => {})
  // The row's options were checked by the fields of its type.
  const maker = parts.makers[type] as { run(input: ExportInput, options: object): Promise<ExportedFile> }
  const made = maker.run(full, row.options)
  made.catch(() => {})
  return Promise.race([made, ended])
}

/** Stores a finished file and its row; throws Canceled if the row is gone. */
async function store(services: Services, row: ExportRow, { path, notes }: ExportedFile, slides: number): Promise<void> {
  const { size } = await stat(path)
  if (size > limits.export.bytes) throw new Refused(`The file of ${size} bytes is too large`, largeFile)
  // Random, although requests are checked: the key alone must not give a file away.
  const ending = extname(path) || `.${exportFormat(typeOf(row) as ExportType).extension}`
  const key = `exports/${row.id}-${randomBytes(16).toString('hex')}${ending}`
  await putFileCopy(services, key, path, typeOfKey(key))
  const report = JSON.stringify(notes.slice(0, limits.export.reported))
  const finished = { status: 'finished' as const, file_key: key, size, report, finished_at: services.now() }
  const done = { ...finished, slide: slides, slides }
  if (await updateExport(services.database.write, row.id, done)) return
  await services.files.delete(key)
  throw new Canceled('The export was canceled')
}

/** Whether another attempt would end in the same way. */
const isFinal = (error: unknown): boolean => error instanceof Refused || error instanceof BrowserTooLarge

/** Why an export failed, as far as that helps its user. */
function reasonsOf(error: unknown): ExportNote[] {
  const text = error instanceof BrowserTooLarge ? largeDeck : error instanceof Refused ? error.note : null
  return text === null ? [] : [{ slide: null, text }]
}

/** Makes the file of an export. Idempotent: a killed worker's export is made again, under another key. */
export async function runExport(
  services: Services,
  parts: ExportParts,
  run: JobRun,
): Promise<Record<string, unknown> | undefined> {
  const { write } = services.database
  const row = await exportById(write, Number(run.payload.exportId))
  if (!row || !(await updateExport(write, row.id, { status: 'processing', slide: 0 }))) return { canceled: true }
  tellState(services, row, 'processing')
  const abort = new AbortController()
  const stop = () => abort.abort(new Error('The lease is lost'))
  run.signal.addEventListener('abort', stop, { once: true })
  const late = setTimeout(
    () => abort.abort(new Refused('The export took too long', slowExport)),
    limits.export.duration,
  )
  const progress = progressOf(services, row, run, abort)
  let folder = ''
  try {
    // Fails when the disk is full.
    folder = await mkdtemp(join(unfinishedFiles(services.settings.dataDir), 'export-'))
    const job = {
      folder,
      progress: progress.report,
      signal: abort.signal,
      preferred: String(run.payload.language ?? ''),
    }
    const file = await make(services, parts, row, job)
    progress.end()
    await store(services, row, file, progress.latest().of)
    tellState(services, row, 'finished')
    return { type: row.type }
  } catch (error) {
    if (error instanceof Canceled) return { canceled: true }
    if (run.signal.aborted) throw error
    const again = run.attempt < mostAttempts && !isFinal(error)
    const ended = { status: 'failed' as const, report: JSON.stringify(reasonsOf(error)), finished_at: services.now() }
    await updateExport(write, row.id, again ? { status: 'pending' } : ended)
    tellState(services, row, again ? 'pending' : 'failed')
    if (again) throw error
    throw new PermanentJobError(error instanceof Error ? error.message : String(error))
  } finally {
    progress.end()
    clearTimeout(late)
    run.signal.removeEventListener('abort', stop)
    // Ends what a maker still does.
    abort.abort(new Error('The export has ended'))
    if (folder !== '') await rm(folder, { recursive: true, force: true })
  }
}
