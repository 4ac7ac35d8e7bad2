import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineJobs } from '../../src/api/jobs.ts'
import { createServer } from '../../src/create-server.ts'
import { joinExports } from '../../src/join-exports.ts'
import { joinSlideDocuments } from '../../src/join-slide-documents.ts'
import { limits } from '../../src/rules/limits.ts'
import { createServices } from '../../src/server/create-services.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { readSettings } from '../../src/server/env.ts'
import type { ExportBrowsers } from '../../src/server/services.ts'

// A server whose exports open documents with a script that does harm, as a fault of the sanitizer or the browser would let
// in. The file FAULT_FILE names the fault, or is empty; FAULT_TIME is the longest time of an export meanwhile in ms,
// shorter than in production.
const settings = readSettings(process.env)
const opened = await createServices(settings)
const faultOf = () => readFileSync(process.env.FAULT_FILE ?? '', 'utf8').trim()
const faultTime = Number(process.env.FAULT_TIME)
for (const name of ['duration', 'slideDuration'] as const) {
  const usual = limits.export[name]
  Object.defineProperty(limits.export, name, { get: () => (faultOf() === '' ? usual : faultTime) })
}

/** At most this many MB: without a limit of the product, the machine must not suffer. */
const most = 2_500
const scripts: Readonly<Record<string, string>> = {
  memory: `const kept = []; const grow = () => { if (kept.length < ${most / 50}) { kept.push(new Uint8Array(5e7).fill(1)); setTimeout(grow, 20) } }; grow()`,
  page: `const text = 'a b '.repeat(250_000); let size = 0; const grow = () => { if (size < ${most}) { size += 2; const part = document.createElement('p'); part.textContent = text + size; document.body.append(part); setTimeout(grow, 1) } }; addEventListener('DOMContentLoaded', grow)`,
  loop: 'addEventListener("DOMContentLoaded", () => { for (;;) {} })',
}

function faulty({ withPage, close }: ExportBrowsers): ExportBrowsers {
  return {
    close,
    withPage: (document, work) => {
      const script = scripts[faultOf()]
      if (script === undefined) return withPage(document, work)
      const html = document.html.replace('<head>', () => `<head><script>{${script}}</script>`)
      // Not ready before the fault shows.
      const late = (page: Parameters<typeof work>[0]) => page.waitForTimeout(faultTime).then(() => work(page))
      return withPage({ ...document, html, policy: '' }, late)
    },
  }
}

const services = { ...opened, exportBrowsers: faulty(opened.exportBrowsers) }
await migrate(services.database)
const dist = join(import.meta.dirname, '../../dist')
defineJobs(services, { slideDocument: joinSlideDocuments(services, dist), exports: joinExports(services, dist) })
const server = await createServer(services)
process.on('SIGTERM', () => {
  void Promise.all([server.close(), services.jobs.stop()])
    .then(() => opened.close())
    .then(() => process.exit(0))
})
await server.listen({ port: settings.port, host: settings.host })
services.jobs.start()
