/**
 * Claim: a slide change reaches an audience of 10,000 as fast as a bare WebSocket broadcast, with little memory and CPU
 * time, and all members are back on the right slide soon after a crash. Server and audience are two processes of this
 * machine. The peers (a bare `ws` broadcast, and Socket.IO with the code of reveal.js's multiplex plugin) are measured
 * in the same run, with the same audience. Exit code 1 if a bar is missed. CPU time is also printed relative to the
 * bare broadcast, since a busy machine slows both. All connections are within 127.0.0.0/8. Usage: node bench/live.ts
 * [members] [seconds] [deliveries | return]
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Returned, Walk, Walked } from './live-members.ts'
import type { Listening, Measured } from './live-server.ts'

const [, , sizeText = '10000', secondsText = '20', part = 'both'] = process.argv
const [size, seconds] = [Number(sizeText), Number(secondsText)]
const bars = { p99: 1.5, cpu: 13, memory: 25, back: 5_000 }

const running = new Set<ChildProcess>()

/** Raises the limit of new handshakes, so that a crowd connects quickly. */
const openDoors = { SOCKET_HANDSHAKES: '10000' }

function start(file: string, args: readonly string[], settings: Readonly<Record<string, string>> = openDoors) {
  const env = { ...process.env, ...settings }
  const child = fork(join(import.meta.dirname, file), args, { execArgv: ['--expose-gc'], env })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** The next message of a child; rejects if it exits instead. */
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
  readonly walks: readonly (Walked & Walk & { serverCpu: number; merged: number; lost: number })[]
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
    const ended = await ask<Measured>(server, {})
    const merged = ended.merged - begun.merged
    // Moves a member skipped without the server having coalesced them were lost.
    const lost = Math.abs(walked.skipped - merged) + walked.behind + walked.disordered
    walks.push({ ...walked, perSecond, seconds, serverCpu: ended.cpu - begun.cpu, merged, lost })
  }
  await end(members)
  await end(server)
  rmSync(dataDir, { recursive: true, force: true })
  return { walks, rss: (after.rss - before.rss) / size / 1024, heap: (after.heap - before.heap) / size / 1024 }
}

const perThousand = (ms: number, deliveries: number) => (ms / deliveries) * 1000

function print(name: string, { walks, rss, heap }: Result): void {
  console.log(`${name}: ${rss.toFixed(1)} KiB resident a member (${heap.toFixed(1)} of it on the heap)`)
  for (const { perSecond, p50, p99, deliveries, merged, lost, serverCpu, cpu } of walks) {
    const [own, audience] = [perThousand(serverCpu, deliveries), perThousand(cpu, deliveries)]
    console.log(
      `  ${perSecond} a second: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; ${deliveries} deliveries, ${merged} merged, ${lost} lost; ${own.toFixed(1)} ms of processor per 1,000 (and ${audience.toFixed(1)} of the audience)`,
    )
  }
}

interface Back extends Returned {
  /** Downtime in ms. */
  readonly outage: number
  /** CPU ms of the new server until all were back. */
  readonly serverCpu: number
}

/** Kills a server with a full audience and restarts it after `outage` ms, or as soon as possible. */
async function comeBack(kind: string, outage = 0): Promise<Back> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-live-'))
  const server = start('live-server.ts', [kind, dataDir])
  const { port, deckId, cookie } = await next<Listening>(server)
  const members = start('live-members.ts', [kind, String(port), String(size), String(deckId), cookie, 'returning'])
  await next(members)
  await ask(server, { to: 7 })
  await ask(members, 7)
  await end(server)
  const killed = performance.now()
  await new Promise((resolve) => setTimeout(resolve, Math.max(500, outage)))
  // With default limits: reconnect tokens have a limit of their own.
  const again = start('live-server.ts', [kind, dataDir, String(port)], {})
  await next<Listening>(again)
  if (kind === 'ws') await ask(again, { to: 7 })
  const begun = await ask<Measured>(again, {})
  const out = performance.now() - killed
  const back = await ask<Returned>(members, 7)
  const { cpu } = await ask<Measured>(again, {})
  await end(members)
  await end(again)
  rmSync(dataDir, { recursive: true, force: true })
  return { ...back, outage: out, serverCpu: cpu - begun.cpu }
}

function printBack(name: string, { half, most, all, refused, cpu, serverCpu, outage }: Back): void {
  const each = (ms: number) => (ms / size).toFixed(2)
  const share = (cpu / (cpu + serverCpu)) * 100
  console.log(
    `${name}: half back after ${half.toFixed(0)} ms, 95% after ${most.toFixed(0)}, all after ${all.toFixed(0)}; ${refused} told to wait; ${each(serverCpu)} ms of the server's processor for each, ${each(cpu)} of the audience's (${share.toFixed(0)}%); ${(outage / 1000).toFixed(1)} s without a server`,
  )
}

function judge(name: string, value: number, bar: number, unit: string): boolean {
  const good = value <= bar
  console.log(`  ${name}: ${value.toFixed(2)}${unit} (bar ${bar}${unit}) ${good ? 'ok' : 'MISSED'}`)
  return good
}

/** Deliveries compared with the peers; whether every bar was met. */
async function compareDeliveries(): Promise<boolean> {
  const [ws, multiplex, lectern] = [await measure('ws'), await measure('multiplex'), await measure('lectern')]
  print('bare ws', ws)
  print('reveal.js multiplex', multiplex)
  print('Lectern', lectern)
  const good = lectern.walks.flatMap(({ p99, serverCpu, deliveries, lost, perSecond }, at) => [
    judge(`p99 at ${perSecond} a second against bare ws`, p99 / (ws.walks[at]?.p99 ?? Number.NaN), bars.p99, 'x'),
    judge(
      `processor per 1,000 deliveries at ${perSecond} a second`,
      perThousand(serverCpu, deliveries),
      bars.cpu,
      ' ms',
    ),
    judge(`moves lost at ${perSecond} a second`, lost, 0, ''),
  ])
  return [...good, judge('memory of a member', lectern.rss, bars.memory, ' KiB')].every(Boolean)
}

/** Reconnects after a crash compared with those to a bare server; whether the bar was met. */
async function compareReturns(): Promise<boolean> {
  const back = await comeBack('lectern')
  // The same downtime, so that the same number of clients wait equally long.
  const bare = await comeBack('ws', back.outage - 500)
  console.log('after kill -9')
  printBack('  bare ws', bare)
  printBack('  Lectern', back)
  return judge('all back on the right slide', back.all, bars.back, ' ms')
}

try {
  console.log(`${size} members, ${seconds} s at each pace`)
  const good = [part === 'return' || (await compareDeliveries()), part === 'deliveries' || (await compareReturns())]
  process.exitCode = good.every(Boolean) ? 0 : 1
} finally {
  for (const child of running) child.kill('SIGKILL')
}
