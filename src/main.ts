import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { defineJobs } from './api/jobs.ts'
import { issueSetupCode } from './api/sign-up/setup-code.ts'
import { createServer, createWorkerServer } from './create-server.ts'
import { joinExports } from './join-exports.ts'
import { joinSlideDocuments } from './join-slide-documents.ts'
import { limits } from './rules/limits.ts'
import { overrideTimings } from './rules/timings.ts'
import { billingNotes } from './server/billing-notes.ts'
import { type ClosableServices, createServices } from './server/create-services.ts'
import { checkDurability } from './server/db/check-durability.ts'
import { migrate } from './server/db/migrate.ts'
import { readSettings, type Settings } from './server/env.ts'
import { explainStartError } from './server/explain-start-error.ts'
import { freeStartMemory } from './server/free-start-memory.ts'
import { handleSignals, stopServer } from './server/http/shutdown.ts'
import { tuneHashing } from './server/passwords/hash-password.ts'
import { logPaymentProblems } from './server/payments/check-payments.ts'
import { ownTemporaryFolder, unfinishedFiles } from './server/process-folder.ts'

/** Set by the first signal. From then on the shutdown ends the process, also while it starts. */
let isStopping = false

/** Starts the roles of this process: web server, job worker, or both. */
async function start(): Promise<void> {
  const settings = readSettings(process.env)
  overrideTimings(settings.timings)
  const services = await createServices(settings)
  ownTemporaryFolder(settings.dataDir)
  unfinishedFiles(settings.dataDir)
  let server: FastifyInstance | null = null
  handleSignals(() => {
    isStopping = true
    return stopServer(server, services)
  }, services.log)
  await checkDurability(services)
  await migrate(services.database)
  const notes = await billingNotes(services)
  const dist = join(import.meta.dirname, '../dist')
  defineJobs(services, { slideDocument: joinSlideDocuments(services, dist), exports: joinExports(services, dist) })
  server = await (settings.roles.web ? createServer(services) : createWorkerServer(services))
  const seeded = settings.seed && (await seedDevelopment(services))
  await server.listen({ port: settings.port, host: settings.host, backlog: limits.live.waitingConnections })
  if (settings.roles.worker) services.jobs.start()
  const setupCode = settings.roles.web ? await issueSetupCode(services) : null
  for (const line of [...greeting(settings, seeded, setupCode), ...notes]) console.log(line)
  void logPaymentProblems(services)
  // Last: it takes part of a second. Requests until then use the minimum cost.
  if (settings.roles.web) await tuneHashing()
  // Written at the exit otherwise, so processes that are killed would compile everything at each start.
  flushCompileCache()
  freeStartMemory()
}

/** Seeds an empty development database with the demo account and the examples. */
async function seedDevelopment(services: ClosableServices): Promise<boolean> {
  if (services.settings.production) return false
  const { seedWhenEmpty } = await import('./seed.ts')
  return seedWhenEmpty(services)
}

function greeting({ roles, baseUrl, production }: Settings, seeded: boolean, setupCode: string | null): string[] {
  if (!roles.web) return ['Lectern works on its jobs.']
  if (production) return [`Lectern is ready at ${baseUrl}`, ...setupLines(baseUrl, setupCode)]
  const demo = seeded ? ['A demo account is there: sign in as demo@example.org with the password lectern-demo.'] : []
  return [`Lectern is ready. Open ${baseUrl} in your browser.`, ...demo]
}

function setupLines(baseUrl: string, setupCode: string | null): string[] {
  if (setupCode === null) return []
  return [
    'It has no operator yet, and sign-up is closed until it has one.',
    `Create the operator's account at ${baseUrl}/users/sign_up with this set-up code: ${setupCode}`,
    'Or make one here: npm run operator -- you@example.org',
  ]
}

start().catch((error: unknown) => {
  // The rest of the start fails on closed services.
  if (isStopping) return
  console.error(explainStartError(error, process.env))
  process.exit(1)
})
