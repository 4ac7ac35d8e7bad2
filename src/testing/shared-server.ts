import { runServer } from './run-server.ts'

/**
 * ms: nobody in a journey waits longer than what is shown needs, no frames of a fade and no pictures of decks are drawn
 * that nobody looks at, and passwords get the cheapest hash that is safe. A timer that a journey waits for is at most a
 * tenth of the journey's own patience. Everything that is not named here keeps its time.
 */
const journeyTimings = {
  sessionCheck: 2_000,
  changesCheck: 200,
  autosave: 500,
  popupFade: 50,
  tooltipFade: 50,
  passwordHash: 0,
  firstThumbnail: 3_600_000,
  readingTold: 300,
  liveConnectionLost: 1_000,
  liveAccessCheck: 1_000,
  liveRetry: 3_000,
  socketReconnectSoon: 1_000,
  socketReconnectMax: 2_000,
}

/**
 * Once for a whole run of journeys: starts the server that all of them share, on a private port with an empty data
 * folder, and tells its address and its data folder to the tests by SHARED_SERVER and SHARED_DATA. What it returns ends it.
 */
export async function sharedServer(): Promise<() => Promise<void>> {
  const timings = process.env.LECTERN_TIMINGS ?? JSON.stringify(journeyTimings)
  const server = await runServer({ env: { LECTERN_TIMINGS: timings } })
  process.env.SHARED_SERVER = server.baseUrl
  process.env.SHARED_DATA = server.dataDir
  return () => server.dispose()
}

// The test runner wants the function under this name.
export default sharedServer
