import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findProgram } from './find-program.ts'
import { freePort } from './free-port.ts'

/** A Redis server on a free port, without persistence. */
export interface RedisServer {
  /** redis://… */
  readonly address: string
  /** Kills it, as a crash would. */
  kill(): Promise<void>
  /** Starts it again, empty, on the same port. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** The local Redis (or Valkey) program, or null. No npm package has one. */
export function findRedis(): string | null {
  return findProgram(['redis-server', 'valkey-server'], ['/opt/homebrew/bin'])
}

/** Starts the local Redis. Throws if there is none, or with its output on failure. */
export async function startRedis(): Promise<RedisServer> {
  const program = findRedis()
  if (program === null) throw new Error('No Redis was found. Install it (such as: apt install redis-server).')
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'lectern-redis-'))
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  let server: ChildProcess | null = null
  const start = async (): Promise<void> => {
    server = spawn(program, settings, { stdio: ['ignore', 'pipe', 'inherit'] })
    await ready(server)
  }
  const kill = async (): Promise<void> => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server?.once('exit', resolve))
    server.kill('SIGKILL')
    await ended
  }
  const stop = async (): Promise<void> => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  }
  await start()
  return { address: `redis://127.0.0.1:${port}`, kill, start, stop }
}

async function ready(server: ChildProcess): Promise<void> {
  const said: string[] = []
  for await (const line of createInterface({ input: server.stdout! })) {
    said.push(line)
    if (line.includes('Ready to accept connections')) {
      // Drains its output, so that it never blocks.
      server.stdout!.resume()
      return
    }
  }
  throw new Error(`Redis did not start:\n${said.join('\n')}`)
}
