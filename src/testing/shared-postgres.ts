import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files request the run's Postgres server; it is started on the first request. */
    postgresDoor: string
  }
}

let door: Server | undefined
let keeper: ChildProcess | undefined
let address: Promise<string> | undefined

async function open(): Promise<string> {
  if (process.env.LECTERN_TEST_POSTGRES) return process.env.LECTERN_TEST_POSTGRES
  keeper = spawn(process.execPath, [join(import.meta.dirname, 'keep-postgres.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: keeper.stdout as NodeJS.ReadableStream })
  const ended = once(keeper, 'exit').then(() => {
    throw new Error('The Postgres server for the tests did not start')
  })
  const [line] = await Promise.race([once(lines, 'line'), ended])
  return String(line)
}

/** Global setup: opens the socket through which Postgres is started on demand. */
export async function setup(project: TestProject): Promise<void> {
  door = createServer((_, response) => {
    // A kept connection would be closed after some idle seconds, perhaps while the next test file sends its request.
    response.setHeader('connection', 'close')
    address ??= open()
    address.then(
      (text) => response.end(text),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await once(door.listen(0, '127.0.0.1'), 'listening')
  const at = door.address()
  if (at === null || typeof at === 'string') throw new Error('No port is free')
  project.provide('postgresDoor', `http://127.0.0.1:${at.port}`)
}

/** Global teardown: closes the socket and stops the server. */
export async function teardown(): Promise<void> {
  door?.close()
  door?.closeAllConnections()
  if (!keeper || keeper.exitCode !== null) return
  keeper.stdin?.end()
  await once(keeper, 'exit')
}
