import { fork } from 'node:child_process'
import { constants, setPriority, tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { LessReply, LessRequest } from './less-messages.ts'

/** A style sheet that needs longer than this is an attack or a mistake; ms. */
export const compileTime = 2000
/** Starting the process is our own work and doesn't count as the author's, but it must end; ms. */
const startTime = 10_000

/** Why a process gave no answer. */
export const overtaxed: LessReply = {
  type: 'failed',
  message: 'The styles take too long to compile or need too much memory',
}

/** One process that compiles LESS, one source after another, until it is stopped or fails. */
export interface LessProcess {
  /** Never rejects; a process that was overtaxed is over. */
  run(request: LessRequest): Promise<LessReply>
  readonly isOver: boolean
  stop(): void
}

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/**
 * Memory is far less than the server's own and enough for any theme. Node's permissions let it read nothing but the
 * program itself: no data, no settings, no other program to start, no thread, no native code.
 */
const nodeOptions = [
  '--max-old-space-size=96',
  '--max-semi-space-size=8',
  '--permission',
  `--allow-fs-read=${folder('../../../src')}`,
  `--allow-fs-read=${folder('../../../node_modules')}`,
  `--allow-fs-read=${folder('../../../package.json')}`,
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
]

/**
 * Starts a process. It is no thread of the server's, because a thread that runs out of memory takes the whole server with
 * it: limits of a thread are checked too late for one large allocation. It has no environment and low priority. `allowed`:
 * ms that one source may take.
 */
export function startLessProcess(allowed = compileTime): LessProcess {
  const child = fork(folder('./less-child.ts'), [], {
    execArgv: nodeOptions,
    env: process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot ?? '' } : {},
    cwd: tmpdir(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  let over = false
  let settle: ((reply: LessReply) => void) | null = null
  const end = (reply: LessReply): void => {
    settle?.(reply)
    settle = null
  }
  const fail = (): void => {
    over = true
    end(overtaxed)
  }
  child.on('message', (reply) => end(reply as LessReply))
  child.on('error', fail)
  child.on('exit', fail)
  lowerPriority(child.pid)

  const next = (limit: number): Promise<LessReply> =>
    new Promise((resolve) => {
      if (over) return resolve(overtaxed)
      const timer = setTimeout(() => {
        fail()
        child.kill('SIGKILL')
      }, limit)
      settle = (reply) => {
        clearTimeout(timer)
        resolve(reply)
      }
    })
  const ready = next(startTime)

  return {
    async run(request) {
      await ready
      const reply = next(allowed)
      // A process that ended just now makes sending fail; its exit answers.
      if (!over) child.send(request, () => undefined)
      return reply
    },
    get isOver() {
      return over
    },
    stop() {
      over = true
      child.kill('SIGKILL')
    },
  }
}

/** Where the system doesn't let us, the process competes with the server on equal terms, for two seconds at most. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Not allowed here.
  }
}
