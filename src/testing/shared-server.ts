import { startPostgres } from './postgres-server.ts'
import { runServer } from './run-server.ts'

/**
 * Timings in ms, changed so that journeys wait less: short intervals, no automatic first thumbnail, and the cheapest
 * safe password hash. No fades: the test runner scrolls the page to click a moving element, and a menu that flips
 * because of it loses the click. A timer that a journey waits for is at most a tenth of the journey's timeout. Timings
 * not listed keep their defaults.
 */
const journeyTimings = {
  sessionCheck: 2_000,
  changesCheck: 200,
  autosave: 500,
  popupFade: 0,
  tooltipFade: 0,
  passwordHash: 0,
  firstThumbnail: 3_600_000,
  readingTold: 300,
  liveConnectionLost: 1_000,
  collaborationGone: 500,
  liveAccessCheck: 1_000,
  liveRetry: 3_000,
  socketReconnectSoon: 1_000,
  socketReconnectMax: 2_000,
}

/**
 * Global setup of the journeys: starts the server they share, on a free port with an empty data folder, and publishes
 * its URL and data folder as SHARED_SERVER and SHARED_DATA. JOURNEY_DATABASE=postgres: on Postgres, for journeys that need
 * no database of their own. Returns its teardown.
 */
async function sharedServer(): Promise<() => Promise<void>> {
  const timings = process.env.LECTERN_TIMINGS ?? JSON.stringify(journeyTimings)
  const postgres = process.env.JOURNEY_DATABASE === 'postgres' ? await startPostgres({ durable: false }) : null
  const env = { LECTERN_TIMINGS: timings, ...(postgres ? { DATABASE_URL: postgres.address() } : {}) }
  const server = await runServer({ env, inMemory: true })
  process.env.SHARED_SERVER = server.baseUrl
  process.env.SHARED_DATA = server.dataDir
  return async () => {
    await server.dispose()
    await postgres?.stop()
  }
}

// The test runner requires a default export.
export default sharedServer
