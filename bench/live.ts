/**
 * Claim: a slide change reaches 10,000 members of an audience as fast as a bare WebSocket broadcast would, for little
 * memory and processor time, and everybody is back on the right slide soon after a crash.
 * The server and the audience are two processes of this machine; the peers (a bare `ws` broadcast, and Socket.IO in the
 * way of reveal.js's multiplex plugin) are measured in the same run, by the same audience. Exit code 1 when a bar is
 * missed. Processor time is also told beside what the bare broadcast took: on a busy machine both take longer. All
 * connections come from and go to 127.0.0.0/8.
 * Usage: node bench/live.ts [members] [seconds]
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Walk, Walked } from './live-members.ts'
import type { Listening, Measured } from './live-server.ts'

const [, , sizeText = '10000', secondsText = '20'] = process.argv
const [size, seconds] = [Number(sizeText), Number(secondsText)]
const bars = { p99: 1.5, cpu: 13, memory: 25, back: 5_000 }

const running = new Set<ChildProcess>()

/** Halls that are filled for a measurement come in faster than the server lets strangers in by itself. */
const openDoors = { SOCKET_HANDSHAKES: '10000' }

function start(file: string, args: readonly string[], settings: Readonly<Record<string, string>> = openDoors) {
  const env = { ...process.env, ...settings }
  const child = fork(join(import.meta.dirname, file), args, { execArgv: ['--expose-gc'], env })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** The next thing a child tells; rejects when it ends instead. */
function next<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`${child.spawnargs[2]} ended with ${code}`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message as T)
    })
  })
}

function ask<T>(child: ChildProcess, question: object | number): Promise<T> {
  const answer = next<T>(child)
  child.send(question)
  return answer
}

async function end(child: ChildProcess): Promise<void> {
  const over = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await over
}

interface Result {
  readonly walks: readonly (Walked & Walk & { cpu: number })[]
  readonly rss: number
  readonly heap: number
}

async function measure(kind: string): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-live-'))
  const server = start('live-server.ts', [kind, dataDir])
  const { port, deckId, cookie } = await next<Listening>(server)
  const before = await ask<Measured>(server, { collect: true })
  const members = start('live-members.ts', [kind, String(port), String(size), String(deckId), cookie])
  await next(members)
  const after = await ask<Measured>(server, { collect: true })
  const walks = []
  for (const perSecond of [1, 5]) {
    const begun = await ask<Measured>(server, {})
    const walked = await ask<Walked>(members, { perSecond, seconds })
    const { cpu } = await ask<Measured>(server, {})
    walks.push({ ...walked, perSecond, seconds, cpu: ((cpu - begun.cpu) / walked.deliveries) * 1000 })
  }
  await end(members)
  await end(server)
  rmSync(dataDir, { recursive: true, force: true })
  return { walks, rss: (after.rss - before.rss) / size / 1024, heap: (after.heap - before.heap) / size / 1024 }
}

function print(name: string, { walks, rss, heap }: Result): void {
  console.log(`${name}: ${rss.toFixed(1)} KiB resident a member (${heap.toFixed(1)} of it on the heap)`)
  for (const { perSecond, p50, p99, deliveries, missing, cpu } of walks) {
    console.log(
      `  ${perSecond} a second: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; ${deliveries} deliveries, ${missing} skipped or missing; ${cpu.toFixed(1)} ms of processor per 1,000`,
    )
  }
}

/** Kills the server of a full hall and starts it anew; ms until everybody is on the right slide, from its first answer. */
async function comeBack(): Promise<{ ms: number; refused: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-live-'))
  const server = start('live-server.ts', ['lectern', dataDir])
  const { port, deckId, cookie } = await next<Listening>(server)
  const members = start('live-members.ts', [
    ...['lectern', String(port), String(size), String(deckId)],
    ...[cookie, 'returning'],
  ])
  await next(members)
  await ask(server, { to: 7 })
  await ask(members, 7)
  await end(server)
  await new Promise((resolve) => setTimeout(resolve, 500))
  // As it is delivered: those who were here before come in by the door that is theirs.
  const again = start('live-server.ts', ['lectern', dataDir, String(port)], {})
  await next<Listening>(again)
  const back = await ask<{ ms: number; refused: number }>(members, 7)
  await end(members)
  await end(again)
  rmSync(dataDir, { recursive: true, force: true })
  return back
}

function judge(name: string, value: number, bar: number, unit: string): boolean {
  const good = value <= bar
  console.log(`  ${name}: ${value.toFixed(2)}${unit} (bar ${bar}${unit}) ${good ? 'ok' : 'MISSED'}`)
  return good
}

try {
  console.log(`${size} members, ${seconds} s at each pace`)
  const [ws, multiplex, lectern] = [await measure('ws'), await measure('multiplex'), await measure('lectern')]
  print('bare ws', ws)
  print('reveal.js multiplex', multiplex)
  print('Lectern', lectern)
  const back = await comeBack()
  console.log(`after kill -9: ${back.refused} were told to wait`)
  const good = [
    ...lectern.walks.flatMap(({ p99, cpu, perSecond }, at) => [
      judge(`p99 at ${perSecond} a second against bare ws`, p99 / (ws.walks[at]?.p99 ?? Number.NaN), bars.p99, 'x'),
      judge(`processor per 1,000 deliveries at ${perSecond} a second`, cpu, bars.cpu, ' ms'),
    ]),
    judge('memory of a member', lectern.rss, bars.memory, ' KiB'),
    judge('all back on the right slide', back.ms, bars.back, ' ms'),
  ]
  process.exitCode = good.every(Boolean) ? 0 : 1
} finally {
  for (const child of running) child.kill('SIGKILL')
}
