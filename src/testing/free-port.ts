import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral port range: a restarted server must find its port still free. */
const [lowest, highest] = [12_000, 32_000]

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** A local port that is free now and outside the ephemeral range. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(lowest, highest)
    if (await isFree(port)) return port
  }
  throw new Error('No port is free')
}
