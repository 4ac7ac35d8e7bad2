import { createServer } from '../../src/create-server.ts'
import { createServices } from '../../src/server/create-services.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import type { Database } from '../../src/server/db/open-database.ts'
import { readSettings } from '../../src/server/env.ts'

// A deliberately broken server: it responds as soon as a transaction's work is done, and commits later. Used by the
// crash test only, to show that it detects this.
const pause = 80

/** The same database, but its transactions resolve before they are committed. */
function hasty(database: Database): Database {
  return {
    ...database,
    transaction: (work) =>
      new Promise((resolve, reject) => {
        database
          .transaction(async (trx) => {
            resolve(await work(trx))
            await new Promise((done) => setTimeout(done, pause))
          })
          .catch(reject)
      }),
  }
}

const settings = readSettings(process.env)
const services = await createServices(settings)
await migrate(services.database)
const server = await createServer({ ...services, database: hasty(services.database) }, { screens: false })
process.on('SIGTERM', () => {
  void server
    .close()
    .then(() => services.close())
    .then(() => process.exit(0))
})
await server.listen({ port: settings.port, host: settings.host })
