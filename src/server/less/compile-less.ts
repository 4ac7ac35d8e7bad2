import { createHash } from 'node:crypto'
import { type Removal, SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { limits } from '../../rules/limits.ts'
import { createAuthorTurns, type TurnOptions } from './author-turns.ts'
import { LessError } from './less-error.ts'
import type { LessReply, LessRequest } from './less-messages.ts'
import { type LessProcess, startLessProcess } from './less-process.ts'

/** Compiled and cleaned styles. */
export interface CompiledLess {
  readonly css: string
  /** What the filter removed, for the author. */
  readonly removed: readonly Removal[]
}

/** Compiles LESS in separate processes. */
export interface LessCompiler {
  /**
   * Compiles LESS to filtered CSS. Throws LessError if the source is wrong, larger than 256 kB, compiles to more than
   * 512 kB, or takes over 2 s. Compiles one source at a time for an author; see createAuthorTurns.
   */
  compile(source: string, author: string | number, options?: TurnOptions): Promise<CompiledLess>
  /** Filters CSS in the same processes, with the same errors. */
  filter(css: string, author: string | number, options?: TurnOptions): Promise<CompiledLess>
  /** Stops the processes. */
  close(): void
}

const maxResult = limits.theme.cssBytes
/** Concurrent compilations; further ones wait. */
const maxProcesses = 2
/** Longest queue. */
const maxWaiting = 100
/** Compilations after which a process is replaced. */
const maxRuns = 200
/** How long an idle process is kept, in ms, so that the next save or preview need not start one. */
const idleTime = 60_000
/** Size of the result cache, in bytes. */
const cacheBytes = 8_000_000

interface Pooled {
  readonly process: LessProcess
  runs: number
  idle: NodeJS.Timeout | null
}

/** Options for creating a compiler. */
export interface LessCompilerOptions {
  /** The hosts of uploaded media, as in the sanitizer's options. */
  readonly mediaHosts: readonly string[]
  /** Time limit of one source in ms; default 2 s. */
  readonly compileTime?: number
}

/** Creates a compiler. Processes start on demand. */
export function createLessCompiler(options: LessCompilerOptions): LessCompiler {
  const cache = new Map<string, CompiledLess>()
  const turns = createAuthorTurns()
  const pool = createPool(options.compileTime)
  let cachedBytes = 0

  const addToCache = (key: string, compiled: CompiledLess): void => {
    cache.set(key, compiled)
    cachedBytes += compiled.css.length
    for (const [oldest, { css }] of cache) {
      if (cachedBytes <= cacheBytes) break
      cache.delete(oldest)
      cachedBytes -= css.length
    }
  }

  const compile = async (source: string, language: LessRequest['language'], key: string) => {
    const reply = await pool.run({ source, language, mediaHosts: options.mediaHosts, maxBytes: maxResult })
    if (reply.type === 'failed') throw new LessError('invalid', reply.message, reply.at)
    if (reply.type !== 'done') throw new LessError('invalid', 'No answer')
    const compiled = { css: reply.css, removed: reply.removed }
    addToCache(key, compiled)
    return compiled
  }

  const run = async (
    source: string,
    language: LessRequest['language'],
    author: string | number,
    turn?: TurnOptions,
  ): Promise<CompiledLess> => {
    const key = createHash('sha256')
      .update(`${SANITIZER_VERSION}\n${language}\n${options.mediaHosts.join()}\n${source}`)
      .digest('base64')
    return cache.get(key) ?? turns.run(author, () => compile(source, language, key), turn)
  }

  return {
    async compile(source, author, turn) {
      if (Buffer.byteLength(source) > limits.theme.lessBytes)
        throw new LessError('invalid', 'The styles are larger than 256 kB')
      return run(source, 'less', author, turn)
    },
    async filter(css, author, turn) {
      if (Buffer.byteLength(css) > maxResult) throw new LessError('invalid', 'The styles are larger than 512 kB')
      return run(css, 'css', author, turn)
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

  const release = (pooled: Pooled): void => {
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
        release(pooled)
      }
    },
    close(): void {
      for (const pooled of [...all]) discard(pooled)
    },
  }
}
