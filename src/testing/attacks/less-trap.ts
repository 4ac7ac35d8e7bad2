import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canaryText, type LessTargets } from './less-attacks.ts'

/** Planted targets that LESS must not touch, and the detected accesses. */
export interface LessTrap {
  readonly targets: LessTargets
  /** Connections to the planted server. */
  connections(): number
  /** Whether the planted program ran. */
  pluginRan(): boolean
  /** Whether a result contains the planted file's content, as text or base64. */
  leaked(css: string): boolean
  close(): Promise<void>
}

/** Plants a file, a program and a server. */
export async function setLessTrap(): Promise<LessTrap> {
  const folder = mkdtempSync(join(tmpdir(), 'less-trap-'))
  const file = join(folder, 'canary.less')
  const plugin = join(folder, 'plugin.cjs')
  const mark = join(folder, 'ran')
  writeFileSync(file, canaryText)
  writeFileSync(plugin, `require('fs').writeFileSync(${JSON.stringify(mark)}, ''); module.exports = { install() {} }`)
  let count = 0
  const server = createServer((socket) => {
    count++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const encoded = Buffer.from(canaryText).toString('base64')
  return {
    targets: { file, plugin, url: `http://127.0.0.1:${port}` },
    connections: () => count,
    pluginRan: () => existsSync(mark),
    leaked: (css) => css.includes('canary-file-content') || css.includes(encoded.slice(4, 20)),
    async close() {
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Maximum delay of a 5 ms timer. Also run as a separate process, see below. */
const lateness = `let last = performance.now(), late = 0
setInterval(() => { const now = performance.now(); late = Math.max(late, now - last - 5); last = now }, 5)
process.on('message', () => { process.send(late); late = 0 })`

/** Measures how long this thread is blocked, compared with an idle process. */
export interface StallMeter {
  /** Runs some work; `stall`: ms for which this thread was blocked longer than an idle process. */
  during<T>(work: () => Promise<T>): Promise<{ result: T; stall: number }>
  close(): void
}

/** Starts a meter. The idle process measures the delays caused by other programs on the same CPUs. */
export function startStallMeter(): StallMeter {
  const idle = spawn(process.execPath, ['-e', lateness], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const idleLateness = () =>
    new Promise<number>((resolve) => {
      idle.once('message', (late) => resolve(Number(late)))
      idle.send('tell')
    })
  return {
    async during(work) {
      await idleLateness()
      let last = performance.now()
      let stall = 0
      const timer = setInterval(() => {
        const now = performance.now()
        stall = Math.max(stall, now - last - 5)
        last = now
      }, 5)
      try {
        const result = await work()
        stall = Math.max(stall, performance.now() - last - 5)
        return { result, stall: stall - (await idleLateness()) }
      } finally {
        clearInterval(timer)
      }
    },
    close: () => idle.kill(),
  }
}
