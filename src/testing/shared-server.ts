import { runServer } from './run-server.ts'

/**
 * Once for a whole run of journeys: starts the server that all of them share, on a private port with an empty data
 * folder, and tells its address to the tests by SHARED_SERVER. What it returns ends it.
 */
export async function sharedServer(): Promise<() => Promise<void>> {
  const timings = process.env.LECTERN_TIMINGS
  const server = await runServer({ env: timings ? { LECTERN_TIMINGS: timings } : {} })
  process.env.SHARED_SERVER = server.baseUrl
  return () => server.dispose()
}

// The test runner wants the function under this name.
export default sharedServer
