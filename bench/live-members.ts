/**
 * The audience and the presenter of bench/live.ts, in one separate process, so that a move and its arrival are measured
 * by one clock. All servers get the same raw sockets. Usage: forked with the kind of server, its port, the number of
 * members, the deck's id and the presenter's cookie.
 */
import { createHash } from 'node:crypto'
import { reconnectPause } from '../src/rules/reconnect-pause.ts'
import { LiveCrowd } from '../src/testing/crowd/live-crowd.ts'
import { type MemberTarget, RawMember } from '../src/testing/crowd/raw-member.ts'
import { quantile } from './bench-app.ts'

/** Duration in seconds, and moves per second. */
export interface Walk {
  readonly perSecond: number
  readonly seconds: number
}

/** Delivery times of moves (ms), and what became of all moves. */
export interface Walked {
  readonly p50: number
  readonly p99: number
  readonly deliveries: number
  /** Moves a member did not get before a later one. */
  readonly skipped: number
  /** Moves a member got after a later one, or twice. */
  readonly disordered: number
  /** Members that did not get the last move. */
  readonly behind: number
  /** CPU ms of the audience itself. */
  readonly cpu: number
}

/** Reconnects: ms from the server's first answer until half, 95% and all members were on the right slide. */
export interface Returned {
  readonly half: number
  readonly most: number
  readonly all: number
  readonly refused: number
  /** CPU ms of the audience itself. */
  readonly cpu: number
}

const [, , kind = 'lectern', portText = '0', sizeText = '0', deckText = '0', cookie = ''] = process.argv
const [port, size, deckId] = [Number(portText), Number(sizeText), Number(deckText)]

/** The secret of the multiplex's presenter, and the id derived from it. */
const secret = 'a-presenter'
const socketId = createHash('md5').update(secret).digest('hex')

const host = kind === 'lectern' ? 'localhost:3000' : `127.0.0.1:${port}`
const path = kind === 'ws' ? '/' : '/socket.io/?EIO=4&transport=websocket'

function stateAt(indexh: number) {
  return { indexh, indexv: 0, indexf: null, paused: false, overview: false }
}

/** A move as sent by the presenter of each kind. */
function moveText(index: number): string {
  const state = JSON.stringify({ ...stateAt(index), publisher_id: 'bench' })
  const message = { deck_id: deckId, publisher_id: 'bench', state }
  if (kind === 'ws') return JSON.stringify(message)
  if (kind === 'multiplex') {
    return `42${JSON.stringify(['multiplex-statechanged', { state: stateAt(index), secret, socketId }])}`
  }
  return `42/live,${JSON.stringify(['message', message])}`
}

const sentAt: number[] = []
let times: Float64Array = new Float64Array(0)
let arrived = 0
let opened = 0
/** The last move of each member; the last entry is the presenter, who receives broadcasts too. */
const on = new Int32Array(size + 1)
let [skipped, disordered] = [0, 0]

/** Records a move's arrival: it must be later than the previous one. */
function note(member: number, move: number, sent: number): void {
  if (member < size && arrived < times.length) times[arrived++] = performance.now() - sent
  const before = on[member] as number
  if (move <= before) disordered += 1
  else {
    skipped += move - before - 1
    on[member] = move
  }
}

/** CPU ms of this process. */
function processor(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The move in a message; -1 for none. The same parser for all kinds. */
function moveIn(text: string): number {
  const at = text.indexOf('indexh')
  return at === -1 ? -1 : Number.parseInt(text.slice(text.indexOf(':', at) + 1, text.indexOf(':', at) + 8), 10)
}

/** Messages a member or presenter sends while connecting. */
function greet(member: RawMember, text: string, presents: boolean): void {
  if (text === '2') member.send('3')
  else if (text[0] === '0') member.send(kind === 'lectern' ? '40/live,' : '40')
  else if (text.startsWith('40/live')) {
    const own = presents ? ',"publisher_id":"bench"' : ''
    member.send(`42/live,0["subscribe",{"deck_id":${deckId},"publisher":${presents}${own}}]`)
  } else if (text.startsWith('43/live') || (kind === 'multiplex' && text.startsWith('40'))) opened += 1
}

function join(number: number, presents = false): RawMember {
  const target: MemberTarget = {
    ...{ port, host, path, from: `127.0.0.${2 + Math.floor(number / 2_500)}` },
    headers: { origin: `http://${host}`, ...(presents ? { cookie: `session=${cookie}` } : {}) },
  }
  return new RawMember(number, target, {
    opened: () => {
      if (kind === 'ws') opened += 1
    },
    heard: (member, text) => {
      // Only Lectern acknowledges a presenter's move with the state.
      const move = presents && kind !== 'lectern' ? -1 : moveIn(text)
      const sent = sentAt[move]
      if (sent !== undefined) note(number, move, sent)
      else if (move === -1 || kind === 'lectern') greet(member, text, presents)
    },
    ended: (_member, code) => {
      throw new Error(`A member was put out (${code})`)
    },
  })
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + 180_000
  while (!condition()) {
    if (performance.now() > end) throw new Error(`Only ${opened} of ${size} came in`)
    await pause(10)
  }
}

let moves = 0

/** Number of members that are not on the last move. */
const behind = () => on.subarray(0, size).reduce((many, own) => (own === moves ? many : many + 1), 0)

async function walk(presenter: RawMember, { perSecond, seconds }: Walk): Promise<Walked> {
  const count = perSecond * seconds
  times = new Float64Array(count * size)
  arrived = skipped = disordered = 0
  const begun = processor()
  for (let n = 0; n < count; n++) {
    moves += 1
    sentAt[moves] = performance.now()
    presenter.send(moveText(moves))
    await pause(1000 / perSecond)
  }
  // Late is not lost: members have 30 s to get the last move.
  for (let second = 0; second < 30 && behind() > 0; second++) await pause(1_000)
  await pause(2_000)
  const cpu = processor() - begun
  const list = [...times.subarray(0, arrived)]
  const [p50, p99] = [quantile(list, 0.5), quantile(list, 0.99)]
  return { p50, p99, deliveries: arrived, skipped, disordered, behind: behind(), cpu }
}

/** A crowd that reconnects automatically; reports when all are on the expected slide. */
async function returning(): Promise<void> {
  const crowd = new LiveCrowd({ port, host, deckId, size, pause: reconnectPause, bare: kind === 'ws' })
  await crowd.open(200)
  process.send?.('ready')
  process.on('message', (slide: number) => {
    const [begun, cpu] = [performance.now(), processor()]
    const times: number[] = []
    // Members that have not yet noticed the crash do not count as reconnected.
    const watch = setInterval(() => {
      const share = crowd.on(slide) / size
      if (share >= 0.5) times[0] ??= performance.now() - begun
      if (share >= 0.95) times[1] ??= performance.now() - begun
    }, 20)
    void crowd.allOn(slide, 120_000).then(() => {
      clearInterval(watch)
      const all = performance.now() - begun
      const [half = all, most = all] = times
      const returned: Returned = { half, most, all, refused: crowd.refused, cpu: processor() - cpu }
      process.send?.(returned)
    })
  })
}

async function walking(): Promise<void> {
  for (let number = 0; number < size; number++) {
    join(number)
    if (number % 100 === 99) await until(() => opened > number - 100)
  }
  await until(() => opened === size)
  const presenter = join(size, true)
  await until(() => opened === size + 1)
  await pause(1_000)
  process.send?.('ready')
  process.on('message', (wanted: Walk) => {
    void walk(presenter, wanted).then((walked) => process.send?.(walked))
  })
}

process.on('disconnect', () => process.exit(0))
await (process.argv[7] === 'returning' ? returning() : walking())
