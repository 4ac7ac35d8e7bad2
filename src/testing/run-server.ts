import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { memoryFolder } from './memory-folder.ts'

/** A server process on a free port. */
export interface RunningServer {
  /** http://localhost:PORT */
  readonly baseUrl: string
  readonly port: number
  readonly dataDir: string
  /** Its output and errors so far. */
  output(): string
  /** Its process id; NaN before it has started. */
  pid(): number
  /** Its memory use in bytes (Linux); NaN elsewhere. */
  memory(): number
  /** Starts it again with the same data and settings (after kill or stop); resolves when it answers. */
  start(): Promise<void>
  /** Stops it gracefully; resolves with its exit code. */
  stop(): Promise<number | null>
  /** Kills it and all its children, as a crash would. */
  kill(): Promise<void>
  /** Stops it, if it runs, and deletes its data. */
  dispose(): Promise<void>
}

/** Options of a server process. */
export interface RunServerOptions {
  /** Additional settings as environment variables. */
  readonly env?: Readonly<Record<string, string>>
  /** Keeps the data in memory, where there is room: for tests that measure nothing of the disk. */
  readonly inMemory?: boolean
  /** Timeout of the first answer in ms. */
  readonly patience?: number
  /** Another program than the server's, for controls; relative to `folder`. */
  readonly program?: string
  /** The program's folder; default: this project. */
  readonly folder?: string
}

const root = join(import.meta.dirname, '../..')

/** The server gets no settings of the machine except the paths of its programs. */
function plainEnvironment(): Record<string, string> {
  const passed = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'CHROMIUM_PATH', 'SystemRoot', 'TEMP']
  return Object.fromEntries(passed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

/** Starts a server with an empty data folder; resolves when it answers. Dispose of it after use. */
export async function runServer(options: RunServerOptions = {}): Promise<RunningServer> {
  const port = await freePort()
  const prefix = 'lectern-run-'
  const dataDir = options.inMemory ? memoryFolder(prefix) : mkdtempSync(join(tmpdir(), prefix))
  const baseUrl = `http://localhost:${port}`
  const env = {
    ...plainEnvironment(),
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/lectern/compiled'),
    PORT: String(port),
    BASE_URL: baseUrl,
    DATA_DIR: dataDir,
    SEED: 'off',
    ...options.env,
  }
  let output = ''
  let child: ChildProcess | undefined
  const note = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-200_000)
  }
  const start = async () => {
    const args = [options.program ?? 'src/main.ts']
    // A process group of its own, so that a crash can kill all of it.
    child = spawn(process.execPath, args, {
      cwd: options.folder ?? root,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout?.on('data', note)
    child.stderr?.on('data', note)
    await answers(`http://127.0.0.1:${port}/readyz`, child, options.patience ?? 90_000, () => output)
  }
  await start()
  return {
    baseUrl,
    port,
    dataDir,
    output: () => output,
    pid: () => child?.pid ?? Number.NaN,
    memory: () => residentBytes(child?.pid),
    start,
    stop: () => end(child, 'SIGTERM'),
    kill: async () => void (await end(child, 'SIGKILL')),
    dispose: async () => {
      await end(child, 'SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Sends a signal to a process; SIGKILL to its whole group. Resolves with its exit code; null if a signal ended it. */
async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<number | null> {
  if (!child?.pid) return null
  const ended = hasExited(child)
    ? Promise.resolve()
    : new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  try {
    process.kill(signal === 'SIGKILL' ? -child.pid : child.pid, signal)
  } catch {
    // It has exited already.
  }
  await ended
  return child.exitCode
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

function residentBytes(pid: number | undefined): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes) * 1024
  } catch {
    return Number.NaN
  }
}

async function answers(url: string, child: ChildProcess, patience: number, output: () => string): Promise<void> {
  const end = performance.now() + patience
  for (;;) {
    if (hasExited(child)) throw new Error(`The server ended:\n${output()}`)
    const ready = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    if (performance.now() > end) throw new Error(`The server did not answer within ${patience} ms:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
