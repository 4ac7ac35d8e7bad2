import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { ratesFor } from '../rules/rate-limits.ts'
import { createAccessChanges } from './access-changes.ts'
import { createExportBrowsers } from './chromium/create-export-browsers.ts'
import { createPictures } from './chromium/create-pictures.ts'
import { mediaHosts } from './content/media-hosts.ts'
import { createSampleFrames } from './content/sample-frames.ts'
import { lockDataDir } from './db/lock-data-dir.ts'
import { type DatabaseOptions, openDatabase } from './db/open-database.ts'
import type { DeckMessage } from './deck-channel.ts'
import { createDeckPresence } from './deck-presence.ts'
import type { Settings } from './env.ts'
import { createFileStorage } from './file-storage/create-file-storage.ts'
import { diskFiles } from './files/disk-files.ts'
import { s3Files } from './files/s3-files.ts'
import { createLog } from './http/logging.ts'
import { createRateLimits } from './http/request-counters.ts'
import { createGuardedDownload, type GuardedDownload } from './identity/guarded-download.ts'
import { createInstance } from './instance.ts'
import { createJobs } from './jobs/create-jobs.ts'
import { createKeys } from './keys.ts'
import { createLessCompiler } from './less/compile-less.ts'
import { createMailer } from './mail/create-mailer.ts'
import { createMessageChannel } from './message-channel.ts'
import { createPayments } from './payments/create-payments.ts'
import type { Payments } from './payments/payments.ts'
import { createProcessBus } from './process-bus.ts'
import type { Services } from './services.ts'
import { createStreamChanges } from './stream-changes.ts'

/** Services that can be closed: afterward no work is running and every file is closed. */
export interface ClosableServices extends Services {
  close(): Promise<void>
}

/** Replacements for tests. */
export interface ServicesOptions {
  readonly log?: FastifyBaseLogger
  readonly now?: () => Date
  readonly payments?: Payments
  readonly download?: GuardedDownload
}

/** The server's clock: the machine's, unless tests replace or move it. */
function createClock({ movableClock }: Settings, { now }: ServicesOptions) {
  if (now) return { now, real: false, advance: null }
  if (!movableClock) return { now: () => new Date(), real: true, advance: null }
  let ahead = 0
  const advance = (ms: number) => {
    ahead += ms
  }
  return { now: () => new Date(Date.now() + ahead), real: false, advance }
}

/** Without billing, every user has the largest plan. */
function databaseOptions({ billing }: Settings): DatabaseOptions {
  return billing === 'off' ? { planOverride: 'enterprise' } : {}
}

/**
 * Opens all services of an instance. Does not migrate the database. Throws with a remedy if another process holds the
 * data folder.
 */
export async function createServices(settings: Settings, options: ServicesOptions = {}): Promise<ClosableServices> {
  const log = options.log ?? createLog(settings.logLevel)
  const clock = createClock(settings, options)
  const { now } = clock
  const release = isPostgres(settings.databaseUrl) ? () => {} : lockDataDir(settings.dataDir)
  const database = openDatabase(settings.databaseUrl, databaseOptions(settings))
  const jobs = createJobs({ database, log, ...(clock.real ? {} : { clock: async () => now() }) })
  const limits = await createRateLimits({ redisUrl: settings.redisUrl, log, rules: ratesFor(settings.production) })
  const keys = createKeys(settings.secretKey, settings.oldSecretKeys)
  const bus = await createProcessBus(settings.redisUrl, log)
  const less = createLessCompiler({ mediaHosts: mediaHosts(settings) })
  const pictures = createPictures({ chromiumPath: settings.chromiumPath, log })
  const exportBrowsers = createExportBrowsers({ chromiumPath: settings.chromiumPath, log })
  return {
    settings,
    database,
    keys,
    jobs,
    files: settings.s3 ? await s3Files(settings.s3) : diskFiles(join(settings.dataDir, 'files')),
    mail: createMailer({ database, jobs, keys, settings, now }),
    limits,
    pictures,
    exportBrowsers,
    less,
    sampleFrames: createSampleFrames(),
    instance: createInstance(database.read, bus, settings),
    payments: options.payments ?? (await createPayments(settings, database, now)),
    fileStorage: createFileStorage(settings),
    bus,
    accessChanges: createAccessChanges(bus, log),
    streamChanges: createStreamChanges(),
    deckChannel: createMessageChannel<DeckMessage>('deck-message', bus, log),
    jobProgress: createMessageChannel<object>('job-progress', bus, log),
    deckPresence: createDeckPresence(bus),
    download: options.download ?? createGuardedDownload(),
    log,
    now,
    advanceClock: clock.advance,
    close: async () => {
      await jobs.stop()
      less.close()
      await pictures.close()
      await exportBrowsers.close()
      bus.close()
      await limits.close()
      await database.close()
      release()
    },
  }
}

function isPostgres(address: string): boolean {
  return /^postgres(ql)?:\/\//.test(address)
}
