import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { ratesFor } from '../rules/rates.ts'
import { createAccessChanges } from './access-changes.ts'
import { createPictures } from './chromium/create-pictures.ts'
import { holdFolder } from './db/hold-folder.ts'
import { type DatabaseOptions, openDatabase } from './db/open-database.ts'
import type { Settings } from './env.ts'
import { diskFiles } from './files/disk-files.ts'
import { s3Files } from './files/s3-files.ts'
import { createLog } from './http/logging.ts'
import { createRateLimits } from './http/rate-limits.ts'
import { createJobs } from './jobs/create-jobs.ts'
import { createKeys } from './keys.ts'
import { createMailer } from './mail/create-mailer.ts'
import { createProcessBus } from './process-bus.ts'
import type { Services } from './services.ts'
import { createStreamChanges } from './stream-changes.ts'

/** Services that can be ended: afterward nothing of them runs and every file is closed. */
export interface ClosableServices extends Services {
  close(): Promise<void>
}

/** What tests put in place of the usual. */
export interface ServicesOptions {
  readonly log?: FastifyBaseLogger
  readonly now?: () => Date
}

/** Where nobody pays, everybody has everything. */
function everybodyHas({ billing }: Settings): DatabaseOptions {
  return billing === 'off' ? { everybodyHas: 'enterprise' } : {}
}

/**
 * Opens everything an instance is made of. The database is not migrated here. Throws, with what to do, when the data
 * folder belongs to another process.
 */
export async function createServices(settings: Settings, options: ServicesOptions = {}): Promise<ClosableServices> {
  const log = options.log ?? createLog(settings.logLevel)
  const now = options.now ?? (() => new Date())
  const release = isPostgres(settings.databaseUrl) ? () => {} : holdFolder(settings.dataDir)
  const database = openDatabase(settings.databaseUrl, everybodyHas(settings))
  const clock = options.now ? { clock: async () => now() } : {}
  const jobs = createJobs({ database, log, ...clock })
  const limits = await createRateLimits({ redisUrl: settings.redisUrl, log, rules: ratesFor(settings.production) })
  const keys = createKeys(settings.secretKey, settings.oldSecretKeys)
  const bus = await createProcessBus(settings.redisUrl, log)
  const pictures = createPictures({ chromiumPath: settings.chromiumPath, log })
  return {
    settings,
    database,
    keys,
    jobs,
    files: settings.s3 ? await s3Files(settings.s3) : diskFiles(join(settings.dataDir, 'files')),
    mail: createMailer({ database, jobs, keys, settings, now }),
    limits,
    pictures,
    bus,
    accessChanges: createAccessChanges(bus, log),
    streamChanges: createStreamChanges(),
    log,
    now,
    close: async () => {
      await jobs.stop()
      await pictures.close()
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
