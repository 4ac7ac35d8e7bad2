import { createHash } from 'node:crypto'
import { type Removal, SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { limits } from '../../rules/limits.ts'
import type { LessReply } from './less-messages.ts'
import { type LessProcess, startLessProcess } from './less-process.ts'

/** Styles that could not be compiled. The message is for the author and names the line where there is one. */
export class LessError extends Error {
  /** `invalid`: the source is wrong or too much (422); `busy`: try again soon (429). */
  readonly code: 'invalid' | 'busy'

  constructor(code: 'invalid' | 'busy', message: string) {
    super(message)
    this.name = 'LessError'
    this.code = code
  }
}

/** Compiled and cleaned styles. */
export interface CompiledLess {
  readonly css: string
  /** What the filter took out, for the author. */
  readonly removed: readonly Removal[]
}

/** Compiles LESS in a process of its own. */
export interface LessCompiler {
  /**
   * Compiles LESS to CSS that has passed the style sheet filter. Throws LessError when the source is wrong, larger than
   * 256 kB, compiles to more than 512 kB, takes over 2 s, or when this user's last one is still running.
   */
  compile(source: string, userId: string | number): Promise<CompiledLess>
  /** Ends the processes. */
  close(): void
}

const maxResult = 512_000
/** Compilations running at once; further ones wait. */
const maxProcesses = 2
/** Waiting at most. */
const maxWaiting = 100
/** Sources one process compiles before a fresh one takes its place. */
const maxRuns = 200
/** ms that an idle process is kept: an author who saves again soon needn't wait for a new one. */
const idleTime = 10_000
/** Bytes of remembered results. */
const cacheBytes = 8_000_000

interface Pooled {
  readonly process: LessProcess
  runs: number
  idle: NodeJS.Timeout | null
}

/** How a compiler is made. */
export interface LessCompilerOptions {
  /** As for the sanitizer. */
  readonly mediaHosts: readonly string[]
  /** ms that one source may take; 2 s unless said. */
  readonly compileTime?: number
}

/** Makes a compiler. Processes start when they are needed. */
export function createLessCompiler(options: LessCompilerOptions): LessCompiler {
  const cache = new Map<string, CompiledLess>()
  const users = new Set<string | number>()
  const pool = createPool(options.compileTime)
  let remembered = 0

  const remember = (key: string, compiled: CompiledLess): void => {
    cache.set(key, compiled)
    remembered += compiled.css.length
    for (const [oldest, { css }] of cache) {
      if (remembered <= cacheBytes) break
      cache.delete(oldest)
      remembered -= css.length
    }
  }

  return {
    async compile(source, userId) {
      if (Buffer.byteLength(source) > limits.theme.lessBytes)
        throw new LessError('invalid', 'The styles are larger than 256 kB')
      const key = createHash('sha256')
        .update(`${SANITIZER_VERSION}\n${options.mediaHosts.join()}\n${source}`)
        .digest('base64')
      const known = cache.get(key)
      if (known) return known
      if (users.has(userId)) throw new LessError('busy', 'Your last styles are still being compiled')
      users.add(userId)
      try {
        const reply = await pool.run({ source, mediaHosts: options.mediaHosts, maxBytes: maxResult })
        if (reply.type !== 'done') throw new LessError('invalid', reply.type === 'failed' ? reply.message : 'No answer')
        const compiled = { css: reply.css, removed: reply.removed }
        remember(key, compiled)
        return compiled
      } finally {
        users.delete(userId)
      }
    },
    close: pool.close,
  }
}

function createPool(compileTime?: number) {
  const free: Pooled[] = []
  const all = new Set<Pooled>()
  const waiting: ((pooled: Pooled) => void)[] = []

  const discard = (pooled: Pooled): void => {
    if (pooled.idle) clearTimeout(pooled.idle)
    all.delete(pooled)
    const index = free.indexOf(pooled)
    if (index >= 0) free.splice(index, 1)
    pooled.process.stop()
  }

  const start = (): Pooled => {
    const pooled: Pooled = { process: startLessProcess(compileTime), runs: 0, idle: null }
    all.add(pooled)
    return pooled
  }

  const take = async (): Promise<Pooled> => {
    const pooled = free.pop()
    if (pooled) {
      if (pooled.idle) clearTimeout(pooled.idle)
      if (!pooled.process.isOver) return pooled
      discard(pooled)
    }
    if (all.size < maxProcesses) return start()
    if (waiting.length >= maxWaiting) throw new LessError('busy', 'Too many styles are being compiled, try again soon')
    return new Promise((resolve) => waiting.push(resolve))
  }

  const giveBack = (pooled: Pooled): void => {
    const spent = pooled.process.isOver || pooled.runs >= maxRuns
    if (spent) discard(pooled)
    const next = waiting.shift()
    if (next) next(spent ? start() : pooled)
    else if (!spent) {
      free.push(pooled)
      pooled.idle = setTimeout(() => discard(pooled), idleTime)
      pooled.idle.unref()
    }
  }

  return {
    async run(request: Parameters<LessProcess['run']>[0]): Promise<LessReply> {
      const pooled = await take()
      pooled.runs++
      try {
        return await pooled.process.run(request)
      } finally {
        giveBack(pooled)
      }
    },
    close(): void {
      for (const pooled of [...all]) discard(pooled)
    },
  }
}
