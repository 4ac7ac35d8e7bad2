/**
 * Claim: the second `npm start` answers its first request within 3 s, and the idle server needs less than 200 MB. The
 * first start, in an empty data folder, builds what is missing and imports the example decks; it is not measured. Time:
 * from the command to the first complete answer of the home page, the median of several starts. Memory: the server's
 * process and its children, when idle after `npm start`. npm itself and the start script are printed separately, since
 * production installations do not have them. Exit code 1 if the claim fails. Usage: node bench/start.ts [starts]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../src/testing/free-port.ts'
import { quantile } from './bench-app.ts'
import { family, type Process } from './processes.ts'

const bars = { start: 3_000, memory: 200 }
const [, , starts = '3'] = process.argv
const root = join(import.meta.dirname, '..')
/** Timeout of the first start in ms: it may build everything. */
const patience = 300_000
/** Idle time in ms after which the server counts as idle, and the timeout for it. */
const quietFor = 5_000
const quietWithin = 180_000

interface Running {
  readonly child: ChildProcess
  /** ms until the first answer. */
  readonly took: number
}

async function start(port: number, dataDir: string): Promise<Running> {
  const began = performance.now()
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, BASE_URL: `http://localhost:${port}` }
  const child = spawn('npm', ['start', '--silent'], { cwd: root, env, stdio: 'ignore', detached: true })
  for (;;) {
    if (child.exitCode !== null) throw new Error('npm start ended; run it by hand to see why')
    if (performance.now() - began > patience) {
      await stop(child)
      throw new Error('npm start did not answer')
    }
    const text = await fetch(`http://localhost:${port}/`)
      .then((answer) => answer.text())
      .catch(() => '')
    if (text.includes('</html>')) return { child, took: performance.now() - began }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Ends all processes of a start. */
async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  if (child.pid) process.kill(-child.pid, 'SIGTERM')
  await ended
}

/** Waits until the processes are idle. */
async function quiet(pid: number): Promise<void> {
  const end = performance.now() + quietWithin
  let [worked, since] = [Number.NaN, performance.now()]
  while (performance.now() < end) {
    const now = family(pid).reduce((sum, one) => sum + one.worked, 0)
    if (now !== worked) [worked, since] = [now, performance.now()]
    if (performance.now() - since > quietFor) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('The server never came to rest')
}

const sum = (processes: readonly Process[]) => processes.reduce((total, { memory }) => total + memory, 0)
const port = await freePort()
const dataDir = mkdtempSync(join(tmpdir(), 'lectern-start-'))
let running: Running | null = null
try {
  running = await start(port, dataDir)
  // The first start renders the examples' thumbnails; wait for them.
  await quiet(running.child.pid ?? 0)
  const times = []
  for (let n = 0; n < Number(starts); n++) {
    await stop(running.child)
    running = await start(port, dataDir)
    times.push(running.took)
  }
  const pid = running.child.pid ?? 0
  await quiet(pid)
  const all = family(pid)
  const server = all.find(({ command }) => command.includes('src/main.ts'))
  if (!server) throw new Error('The server is not among what npm start has begun')
  const own = family(server.pid)
  const [took, memory] = [quantile(times, 0.5), sum(own)]
  const verdict = (holds: boolean) => (holds ? 'ok' : 'MISSED')
  console.log(
    `second start to the first answer: ${took.toFixed(0)} ms (bar ${bars.start}) ${verdict(took <= bars.start)}`,
  )
  console.log(`idle server: ${memory.toFixed(0)} MB (bar ${bars.memory}) ${verdict(memory < bars.memory)}`)
  for (const one of own) console.log(`  ${one.memory.toFixed(0).padStart(4)} MB  ${one.command.slice(0, 90)}`)
  console.log(`  besides, while it was started by npm: ${(sum(all) - memory).toFixed(0)} MB`)
  if (took > bars.start || memory >= bars.memory) process.exitCode = 1
} finally {
  if (running) await stop(running.child)
  rmSync(dataDir, { recursive: true, force: true })
}
