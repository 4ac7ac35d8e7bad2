import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { findPostgres } from './find-postgres.ts'
import { freePort } from './free-port.ts'
import { memoryFolder } from './memory-folder.ts'

/** A Postgres server on a free port, with its data in a temporary folder. */
export interface PostgresServer {
  /** postgres://… of a database on it (default: `postgres`). */
  address(database?: string): string
  /** Kills every process of the server at once, as a crash would. */
  kill(): Promise<void>
  /** Starts it again with the same data. */
  start(): Promise<void>
  /** Stops it and deletes its data. */
  stop(): Promise<void>
}

/** Options of a server. */
export interface PostgresOptions {
  /** Whether commits are on the disk before they are acknowledged. Off is faster, for tests without crashes. */
  readonly durable: boolean
  /** Size of its cache in Postgres notation. Default 32MB, enough for tests; Postgres's own default is 128MB. */
  readonly cache?: string
}

const quick = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off']

/** Ids of an unprivileged account, if we are root; Postgres refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (what: string) => Number(execFileSync('id', [what, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Starts a Postgres server in the C locale. Throws with the server's output on failure. */
export async function startPostgres({ durable, cache = '32MB' }: PostgresOptions): Promise<PostgresServer> {
  const programs = findPostgres()
  const account = unprivileged()
  const prefix = 'lectern-postgres-'
  const folder = durable ? mkdtempSync(join(tmpdir(), prefix)) : memoryFolder(prefix)
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
  // After a crash every file is synced once; one call for all of them instead of a thousand.
  if (process.platform === 'linux') settings.push('-c', 'recovery_init_sync_method=syncfs')
  const args = ['-D', data, '-p', String(port), '-k', folder, ...settings, ...(durable ? [] : quick)]
  let server: ChildProcess | undefined
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
  const start = () => retryWhileInUse(launch)
  await start()
  return {
    address,
    start,
    kill: () => end(server, 'SIGKILL'),
    stop: async () => {
      await end(server, 'SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a server. After a crash the system may need a moment to end the old server's last processes. */
async function retryWhileInUse(launch: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await launch()
    } catch (error) {
      if (tries === 50 || !String(error).includes('still in use')) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** Sends a signal to a server, if it runs; resolves when it has exited. */
async function end(server: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  // Each connection is a process in a session of its own: a machine crash would kill all of them.
  const victims = signal === 'SIGKILL' ? [server.pid, ...childrenOf(server.pid)] : [server.pid]
  for (const victim of victims) killIfThere(victim, signal)
  await ended
}

/** The child processes of a process (Linux only). */
function childrenOf(parent: number): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      // The second field is a name in parentheses that may contain anything; the fields after it do not.
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
    // It has exited meanwhile.
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
