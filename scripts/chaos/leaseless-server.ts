import { join } from 'node:path'
import { defineJobs } from '../../src/api/jobs.ts'
import { createWorkerServer } from '../../src/create-server.ts'
import { joinExports } from '../../src/join-exports.ts'
import { joinSlideDocuments } from '../../src/join-slide-documents.ts'
import { createServices } from '../../src/server/create-services.ts'
import { readSettings } from '../../src/server/env.ts'
import { createJobs } from '../../src/server/jobs/create-jobs.ts'

// A deliberately broken worker: its claims on jobs do not expire. Used by the test of crashed jobs only, to show that it
// detects this.
const settings = readSettings(process.env)
const opened = await createServices(settings)
const { database, log } = opened
const services = { ...opened, jobs: createJobs({ database, log, lease: 365 * 86_400_000 }) }
const dist = join(import.meta.dirname, '../../dist')
defineJobs(services, { slideDocument: joinSlideDocuments(services, dist), exports: joinExports(services, dist) })
const server = await createWorkerServer(services)
process.on('SIGTERM', () => {
  void Promise.all([server.close(), services.jobs.stop()])
    .then(() => opened.close())
    .then(() => process.exit(0))
})
await server.listen({ port: settings.port, host: settings.host })
services.jobs.start()
