import { readFileSync } from 'node:fs'
import { createLessCompiler, type LessCompiler } from '../../server/less/compile-less.ts'
import { LessError } from '../../server/less/less-error.ts'
import { lessAttacks } from './less-attacks.ts'
import { setLessTrap, startStallMeter } from './less-trap.ts'

/** What hostile LESS cost at most. */
export interface LessCost {
  readonly tried: number
  /** ms from the request to the answer. */
  readonly slowest: number
  /** ms for which the server's thread was blocked. */
  readonly stall: number
  /** Resident MB of one compiler process; 0 where it cannot be read. */
  readonly memory: number
  readonly problems: readonly string[]
}

/** The bars of a source: its time with the start of a process, and the memory with Node's own. */
const bars = { time: 2_500, stall: 50, memory: 256 }

/** The largest resident memory in MB that one of this process's children has had. */
function compilerMemory(): number {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(/\s+/)
    const peaks = children.map((pid) => {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('less-child')) return 0
      return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    })
    return Math.max(0, ...peaks)
  } catch {
    // A child has just ended, or this system has no /proc.
    return 0
  }
}

/** Attempts at a source: interference by other programs does not repeat. */
const attempts = 4

/** The CSS; '' for refused styles. */
async function compiledBy(compiler: LessCompiler, source: string): Promise<string> {
  try {
    return (await compiler.compile(source, 1)).css
  } catch (error) {
    if (error instanceof LessError) return ''
    throw error
  }
}

/** Compiles every hostile LESS, one after the other, as a server does for one author. */
export async function measureLess(): Promise<LessCost> {
  const trap = await setLessTrap()
  const meter = startStallMeter()
  const compiler = createLessCompiler({ mediaHosts: [] })
  let [slowest, stalled, memory] = [0, 0, 0]
  const problems: string[] = []
  const poll = setInterval(() => {
    memory = Math.max(memory, compilerMemory())
  }, 25)
  const attacks = lessAttacks(trap.targets)
  for (const { name, source } of attacks) {
    let least = { time: Number.POSITIVE_INFINITY, stall: Number.POSITIVE_INFINITY }
    for (let attempt = 0; attempt < attempts; attempt++) {
      const began = performance.now()
      const { result, stall } = await meter.during(() => compiledBy(compiler, `${source}\n//${attempt}`))
      const time = performance.now() - began
      if (trap.leaked(result)) problems.push(`${name}: a file leaked`)
      least = { time: Math.min(least.time, time), stall: Math.min(least.stall, stall) }
      if (least.time <= bars.time && least.stall <= bars.stall) break
    }
    if (least.time > bars.time) problems.push(`${name}: ${least.time.toFixed(0)} ms`)
    slowest = Math.max(slowest, least.time)
    stalled = Math.max(stalled, least.stall)
  }
  clearInterval(poll)
  if (stalled > bars.stall) problems.push(`the server was blocked for ${stalled.toFixed(0)} ms`)
  if (memory > bars.memory) problems.push(`a process took ${memory.toFixed(0)} MB`)
  if (trap.connections() > 0 || trap.pluginRan()) problems.push('it reached something')
  compiler.close()
  meter.close()
  await trap.close()
  return { tried: attacks.length, slowest, stall: stalled, memory, problems }
}
