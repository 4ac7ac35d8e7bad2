import { type SyncProblem, syncedPath, syncPause } from '../../rules/file-storage.ts'
import {
  type FileStorage,
  StorageError,
  type StorageSession,
  type UploadSource,
} from '../../server/file-storage/file-storage.ts'
import type { JobRun, Services } from '../../server/services.ts'
import { typeOf } from '../exports/export-json.ts'
import { type ExportWithJob, exportsOfSync } from '../exports/queries.ts'
import { tokenSealing } from './connect.ts'
import {
  openSyncs,
  type StorageAccountRow,
  type SyncRow,
  storageAccountOf,
  updateAccount,
  updateSync,
} from './queries.ts'
import { deckOfSync, setAside } from './start-sync.ts'
import { dropFiles, queueUploads, syncedFiles } from './sync-exports.ts'

/** Consecutive failures after which the user sees that the file storage cannot be reached. */
const toldAfter = 3

/** A sync with its finished files. */
interface Ready {
  readonly sync: SyncRow
  readonly files: readonly ExportWithJob[]
}

/** How far the files of a sync are. gone: they expired, or were not in a restored backup. */
function stateOf(files: readonly ExportWithJob[]): 'open' | 'ready' | 'failed' | 'gone' {
  if (files.length < syncedFiles.length) return 'gone'
  const isOpen = ({ status, job_state: job }: ExportWithJob) =>
    (status === 'pending' || status === 'processing') && (job === 'waiting' || job === 'running')
  if (files.some(isOpen)) return 'open'
  return files.every(({ status }) => status === 'finished') ? 'ready' : 'failed'
}

/** Ends an attempt without success. The files are made again with the next one. */
async function fail(services: Services, sync: SyncRow, problem: SyncProblem): Promise<void> {
  const retry_at = new Date(services.now().getTime() + 1000 * syncPause(problem, sync.attempts + 1))
  await services.database.transaction(async (trx) => {
    await dropFiles(trx, services, { sync: sync.id })
    await updateSync(trx, sync.id, { step: 'idle', problem, attempts: sync.attempts + 1, retry_at })
  })
}

/** The syncs of a user that can be uploaded now. Those whose files could not be made, or are gone, are set aside. */
async function readySyncs(services: Services, userId: number): Promise<Ready[]> {
  const { database, now } = services
  const ready: Ready[] = []
  for (const sync of await openSyncs(database.write, userId)) {
    const files = await exportsOfSync(database.write, sync.id)
    const state = stateOf(files)
    if (state === 'failed') await fail(services, sync, 'export')
    if (state === 'gone') {
      await database.transaction(async (trx) => {
        await dropFiles(trx, services, { sync: sync.id })
        await updateSync(trx, sync.id, { step: 'idle' })
      })
    }
    if (state === 'ready' && (sync.retry_at === null || sync.retry_at <= now())) ready.push({ sync, files })
  }
  return ready
}

async function bytesOf(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part as Uint8Array))
  return Buffer.concat(parts)
}

function sourceOf({ files }: Services, { file_key: key, size }: ExportWithJob): UploadSource {
  return {
    size: size ?? 0,
    async read(first, last) {
      const found = key === null ? null : await files.get(key, () => ({ first, last }))
      if (!found) throw new StorageError('unreachable', 'a file is gone')
      return bytesOf(found.body)
    },
  }
}

/** An account with access to it. */
interface OpenAccount {
  readonly account: StorageAccountRow
  readonly session: StorageSession
}

/** Uploads the files of a sync. A deck that was renamed since has its files renamed. */
async function upload(services: Services, { account, session }: OpenAccount, { sync, files }: Ready): Promise<void> {
  const { database } = services
  const loaded = await deckOfSync(database.read, sync)
  if (typeof loaded === 'string') {
    await database.transaction((trx) => setAside(trx, services, sync, loaded))
    return
  }
  const paths = { pdf: syncedPath(loaded.deck, 'pdf'), zip: syncedPath(loaded.deck, 'zip') }
  const earlier = { pdf: sync.pdf_path, zip: sync.zip_path }
  for (const file of files) {
    // The user may have stopped the sync or disconnected meanwhile.
    if (!(await updateSync(database.write, sync.id, { step: 'uploading' }))) return
    const type = typeOf(file) === 'zip' ? 'zip' : 'pdf'
    const before = earlier[type]
    if (before !== null && before !== paths[type]) await session.move(before, paths[type])
    await session.upload(paths[type], sourceOf(services, file))
  }
  // The oldest version of the files: a save between them is synced later.
  const version = Math.min(...files.map((file) => file.version))
  await database.transaction(async (trx) => {
    await dropFiles(trx, services, { sync: sync.id })
    const none = { problem: null, attempts: 0, retry_at: null }
    const present = await storageAccountOf(trx, account.user_id)
    if (present?.account_id !== account.account_id) {
      // Another account was connected meanwhile, which has none of the files.
      await updateSync(trx, sync.id, { step: 'idle', ...none })
      return
    }
    const done = { version, pdf_path: paths.pdf, zip_path: paths.zip, synced_at: services.now() }
    await updateSync(trx, sync.id, { step: 'idle', ...none, ...done })
  })
}

/** The service ended the grant: nothing is uploaded until the user connects it again. */
async function endGrant(services: Services, account: StorageAccountRow): Promise<void> {
  const { database } = services
  await database.transaction(async (trx) => {
    await dropFiles(trx, services, { user: account.user_id })
    for (const { id } of await openSyncs(trx, account.user_id)) await updateSync(trx, id, { step: 'idle' })
    await updateAccount(trx, account, { token_sealed: null })
  })
}

/**
 * Lets an upload wait: the whole account if the service asks for it, else this sync alone. The next check after it goes on
 * (startDueSyncs). No job waits, since jobs of one user are one: other decks, and who tries again, would wait for it.
 */
async function wait(services: Services, account: StorageAccountRow, sync: SyncRow, error: StorageError): Promise<void> {
  const { database, now } = services
  const isBusy = error.fault === 'busy'
  const attempts = isBusy ? sync.attempts : sync.attempts + 1
  const seconds = isBusy ? error.retryAfter : syncPause('unreachable', attempts)
  const retry_at = new Date(now().getTime() + 1000 * seconds)
  const problem = attempts >= toldAfter ? 'unreachable' : sync.problem
  await database.transaction(async (trx) => {
    if (isBusy) await updateAccount(trx, account, { retry_at })
    else await updateSync(trx, sync.id, { attempts, problem, retry_at })
  })
}

async function handleFailure(
  services: Services,
  account: StorageAccountRow,
  sync: SyncRow,
  error: StorageError,
): Promise<void> {
  services.log.warn({ fault: error.fault, sync: sync.id }, error.message)
  if (error.fault === 'ended') return endGrant(services, account)
  if (error.fault === 'busy' || error.fault === 'unreachable') return wait(services, account, sync, error)
  return fail(services, sync, error.fault)
}

/** The token of an account; null if it was encrypted with a key that this instance does not have. */
function openToken({ keys, log }: Services, sealed: string): string | null {
  try {
    return keys.decrypt(tokenSealing, sealed)
  } catch (err) {
    log.error({ err }, 'a token of the file storage cannot be decrypted')
    return null
  }
}

/**
 * Uploads one deck of a user; the next one has its turn after those of others. Idempotent: a killed worker's files are
 * uploaded again, over the same ones.
 */
export async function uploadNext(
  services: Services,
  storage: FileStorage,
  run: Pick<JobRun, 'payload' | 'signal'>,
): Promise<Record<string, unknown> | undefined> {
  const { database, now } = services
  const account = await storageAccountOf(database.write, Number(run.payload.userId))
  if (!account?.token_sealed) return { connected: false }
  if (account.retry_at !== null && account.retry_at > now()) return { waits: true }
  const token = openToken(services, account.token_sealed)
  if (token === null) {
    await endGrant(services, account)
    return { fault: 'key' }
  }
  const [next, ...others] = await readySyncs(services, account.user_id)
  if (!next) return { uploaded: false }
  try {
    const session = await storage.open(token, run.signal)
    await upload(services, { account, session }, next)
  } catch (error) {
    if (run.signal.aborted || !(error instanceof StorageError)) throw error
    await handleFailure(services, account, next.sync, error)
    if (error.fault === 'busy' || error.fault === 'ended') return { fault: error.fault }
  }
  if (others.length > 0) await database.transaction((trx) => queueUploads(trx, services, account.user_id))
  return { uploaded: true }
}
