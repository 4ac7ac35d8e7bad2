import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { findPostgres } from './find-postgres.ts'
import { freePort } from './free-port.ts'

/** A Postgres server of our own, on a private port, with its data in a temporary folder. */
export interface PostgresServer {
  /** postgres://… of a database on it (default: the one every server has). */
  address(database?: string): string
  /** Kills every process of the server at once, as a crash would. */
  kill(): Promise<void>
  /** Starts it again on the same data. */
  start(): Promise<void>
  /** Stops it and removes its data. */
  stop(): Promise<void>
}

/** How a server is started. */
export interface PostgresOptions {
  /** Whether a commit is on the disk before it is acknowledged. Off is quicker, for tests that kill nothing. */
  readonly durable: boolean
  /** Memory for its cache, as Postgres writes it. Default 32MB, which is enough for tests; its own default is 128MB. */
  readonly cache?: string
}

const quick = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off']

/** The ids of an account without rights, when we are root; Postgres refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (what: string) => Number(execFileSync('id', [what, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Starts a Postgres server in the C locale. Throws with the server's own words when it cannot. */
export async function startPostgres({ durable, cache = '32MB' }: PostgresOptions): Promise<PostgresServer> {
  const programs = findPostgres()
  const account = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'lectern-postgres-'))
  chmodSync(folder, 0o700)
  if (account) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
  const initial = ['-D', data, '-U', 'lectern', '--auth=trust', '--locale=C', '--encoding=UTF8']
  execFileSync(join(programs, 'initdb'), durable ? initial : [...initial, '--no-sync'], {
    ...account,
    env,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const port = await freePort()
  const address = (database = 'postgres') => `postgres://lectern@127.0.0.1:${port}/${database}`
  const settings = ['-c', 'max_connections=200', '-c', `shared_buffers=${cache}`, '-c', 'listen_addresses=127.0.0.1']
  // After a crash every file is forced to the disk once; one call for all of them instead of a thousand.
  if (process.platform === 'linux') settings.push('-c', 'recovery_init_sync_method=syncfs')
  const args = ['-D', data, '-p', String(port), '-k', folder, ...settings, ...(durable ? [] : quick)]
  let server: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals) => {
    if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server?.once('exit', resolve))
    // Each connection is a process, and a session, of its own: a crash of the machine would take all of them.
    const victims = signal === 'SIGKILL' ? [server.pid, ...childrenOf(server.pid)] : [server.pid]
    for (const victim of victims) killIfThere(victim, signal)
    await ended
  }
  const launch = () => {
    server = spawn(join(programs, 'postgres'), args, {
      ...account,
      env,
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    return ready(server, address())
  }
  const start = async () => {
    for (let tries = 1; ; tries++) {
      try {
        return await launch()
      } catch (error) {
        // After a crash the system may need a moment to end the last of the old server's processes.
        if (tries === 50 || !String(error).includes('still in use')) throw error
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }
  await start()
  return {
    address,
    start,
    kill: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The processes that a process has started (known on Linux only). */
function childrenOf(parent: number): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      // The name in the second field may hold anything; what follows its bracket does not.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return Number(fields[1]) === parent ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

function killIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself meanwhile.
  }
}

async function ready(server: ChildProcess, address: string): Promise<void> {
  let words = ''
  server.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-4_000)
  })
  for (;;) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error(`Postgres did not start:\n${words}`)
    const client = new Client({ connectionString: address })
    client.on('error', () => {})
    const answered = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
