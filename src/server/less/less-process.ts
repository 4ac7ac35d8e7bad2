import { fork } from 'node:child_process'
import { constants, setPriority, tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { LessReply, LessRequest } from './less-messages.ts'

/** Time limit of a style sheet, in ms. A slower one is an attack or a mistake. */
const compileTime = 2000
/** Time limit of starting the process, in ms; not part of the author's time limit. */
const startTime = 10_000

/** The reply for a process that was killed or crashed. */
const overloaded: LessReply = {
  type: 'failed',
  message: 'The styles take too long to compile or need too much memory',
}

/** A process that compiles one source after another until it is stopped or fails. */
export interface LessProcess {
  /** Compiles one source. Never rejects; the process cannot be used after a failure. */
  run(request: LessRequest): Promise<LessReply>
  readonly isOver: boolean
  stop(): void
}

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/**
 * The memory limit is far below the server's and enough for any theme. Node's permissions let it read only the program
 * itself: no data, no settings, no child process, no thread, no native code.
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
 * Starts a compiler process, without environment variables and with low priority. A worker thread would not suffice:
 * its memory limits are checked too late for a large allocation, which then crashes the server. `allowed`: time limit
 * of one source, in ms.
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
    end(overloaded)
  }
  child.on('message', (reply) => end(reply as LessReply))
  child.on('error', fail)
  child.on('exit', fail)
  lowerPriority(child.pid)

  const next = (limit: number): Promise<LessReply> =>
    new Promise((resolve) => {
      if (over) return resolve(overloaded)
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
      // Sending fails if the process exited just now; its exit handler replies.
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

/**
 * Lowers the process's priority. If that is not permitted, the process competes with the server, for two seconds at
 * most.
 */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Not permitted on this system.
  }
}
