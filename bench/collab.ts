/**
 * Claim: 100 decks with a writer, who types and drags without a pause, and five reviewers each are served by one process:
 * a change is on the reviewers' side within 300 ms (p99), and within twice the time of a relay over `ws` that commits the
 * same bytes to SQLite (synchronous FULL) before it broadcasts, in the same run: a bare relay that writes the rows which
 * are stored of a batch, in the same tables, without reading, checking or applying anything. A relay that commits the
 * batch's text alone, an eighth of the bytes, is measured beside it. The servers take turns; medians of the rounds. And: a page
 * that opens a deck of 300 slides with a copy that is 1,000 changes old has the newest version at most 200 ms later than
 * one that opens it again. Exit code 1 if a bar is missed. All connections are within 127.0.0.0/8; this process is all of
 * the clients. Usage: node bench/collab.ts [decks] [reviewers] [seconds] [rounds]
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { actorOf } from '../src/api/actor.ts'
import { acceptBatch } from '../src/api/batches/accept-batch.ts'
import type { SentBatch } from '../src/api/batches/messages.ts'
import { blocks } from '../src/blocks/index.ts'
import type { Slide } from '../src/document/deck-model.ts'
import { contentHash, newSlideId } from '../src/document/ids.ts'
import { slideOpsBetween } from '../src/document/ops/slide-ops.ts'
import { parseSlide } from '../src/document/parse-slide.ts'
import { renderSlide } from '../src/document/render-slide.ts'
import { RawMember } from '../src/testing/crowd/raw-member.ts'
import { blockId } from '../src/testing/editor-decks.ts'
import { makeDeck, makeSession, makeUser } from '../src/testing/factories.ts'
import { TestClient } from '../src/testing/test-client.ts'
import { makeBenchApp, quantile } from './bench-app.ts'
import type { Ask, BenchDeck, Listening, Used } from './collab-server.ts'
import { slideHtml } from './collab-slide.ts'

const [, , deckText = '100', reviewerText = '5', secondsText = '20', roundsText = '3'] = process.argv
const [deckCount, reviewers, seconds, rounds] = [deckText, reviewerText, secondsText, roundsText].map(Number) as [
  number,
  number,
  number,
  number,
]
const bars = { p99: 300, ratio: 2, join: 200 }
/** Ms between two batches of a writer who types without a pause, and the letters of each; each fourth is a drag. */
const [pause, letters] = [800, 5]
/**
 * Batches of each writer before the measurement, and the ms between two: a server in use has compiled most of its code.
 * It still compiles some 80 functions in a run.
 */
const warmUp = { batches: 60, pause: 200 }
const words = 'The tide comes in twice a day and lifts every boat in the harbor '

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function next<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('exit', reject)
    child.once('message', (message) => {
      child.off('exit', reject)
      resolve(message as T)
    })
  })
}

function used(child: ChildProcess, ask: Ask): Promise<Used> {
  const answer = next<Used>(child)
  child.send(ask)
  return answer
}

/** A batch as a writer sends it, without its base. */
interface Prepared {
  readonly ops: readonly object[]
  readonly hashes: Readonly<Record<string, string>>
}

/** What a writer sends in a run: texts that grow by a few letters, and shapes that are moved. */
function prepared(slideId: string, count: number): Prepared[] {
  let slide = parseSlide(`<section data-id="${slideId}">${slideHtml()}</section>`, blocks)
  let typed = 'Typed:'
  return Array.from({ length: count }, (_, n) => {
    const change = (one: Slide['blocks'][number]): Slide['blocks'][number] => {
      if (n % 4 === 3) {
        return one.id === blockId(2) && one.frame ? { ...one, frame: { ...one.frame, x: n % 700, y: n % 500 } } : one
      }
      return one.id === blockId(1) ? { ...one, props: { ...(one.props as object), html: `<p>${typed}</p>` } } : one
    }
    if (n % 4 !== 3) typed += words.slice((n * letters) % 60, ((n * letters) % 60) + letters)
    const after = { ...slide, blocks: slide.blocks.map(change) }
    const ops = slideOpsBetween(slide, after, blocks)
    slide = after
    return { ops, hashes: { [slideId]: contentHash(renderSlide(slide, blocks)) } }
  })
}

/** One deck's writer and reviewers over a server. */
class Room {
  readonly times: number[] = []
  readonly acks: number[] = []
  /** Acknowledged batches whose times are forgotten. */
  #answered = 0
  arrived = 0
  opened = 0
  refused = 0
  #sent = 0
  #base = 1
  #sentAt = new Map<number, number>()
  #writer: RawMember | null = null
  #isOver = false
  readonly #kind: string
  readonly #deck: BenchDeck
  readonly #batches: readonly Prepared[]

  constructor(kind: string, deck: BenchDeck, batches: readonly Prepared[]) {
    this.#kind = kind
    this.#deck = deck
    this.#batches = batches
  }

  get sent(): number {
    return this.#sent
  }

  get isWaiting(): boolean {
    return this.#answered + this.acks.length + this.refused < this.#sent
  }

  join(port: number, number: number): void {
    const isRelay = this.#kind !== 'lectern'
    const host = isRelay ? `127.0.0.1:${port}` : 'localhost:3000'
    for (let at = 0; at <= reviewers; at++) {
      const person = this.#deck.people[at]
      const headers = { origin: `http://${host}`, ...(person ? { cookie: `session=${person.cookie}` } : {}) }
      const path = isRelay ? `/${number}` : '/socket.io/?EIO=4&transport=websocket'
      const from = `127.0.0.${2 + (number % 100)}`
      const member = new RawMember(
        at,
        { port, host, path, from, headers },
        {
          opened: () => void (isRelay && this.opened++),
          heard: (own, text) => this.#heard(own, text, person?.id ?? 0),
          ended: (_own, code) => {
            if (!this.#isOver) throw new Error(`A page was disconnected (${code})`)
          },
        },
      )
      if (at === 0) this.#writer = member
    }
  }

  #heard(member: RawMember, text: string, userId: number): void {
    if (this.#kind !== 'lectern') this.#heardRelay(member, text)
    else if (text === '2') member.send('3')
    else if (text[0] === '0') {
      const subscribe = { deck_id: this.#deck.id, user_id: userId, slide_id: this.#deck.slideId }
      member.send(`40/editor,${JSON.stringify({ subscribe })}`)
    } else if (text.startsWith('42/editor,["subscribed"')) this.opened += text.includes('"ok":true') ? 1 : 0
    else if (text.startsWith('43/editor,')) this.#acknowledged(text)
    else if (member.number > 0 && text.startsWith('42/editor,["batches"')) {
      for (const [, seq] of text.matchAll(/"seq":(\d+)/g)) this.#note(Number(seq))
    }
  }

  #heardRelay(member: RawMember, text: string): void {
    if (text === 'ok') this.acks.push(performance.now() - this.#sentAt.get(this.#base)!)
    else if (member.number > 0) this.#note(Number(/"base":(\d+)/.exec(text)?.[1]) + 1)
  }

  #note(seq: number): void {
    this.arrived += 1
    const sent = this.#sentAt.get(seq)
    if (sent !== undefined) this.times.push(performance.now() - sent)
  }

  #acknowledged(text: string): void {
    const seq = Number(/"seq":(\d+),"slug"/.exec(text)?.[1])
    if (text.includes('"ok":true') && seq === this.#base) this.acks.push(performance.now() - this.#sentAt.get(seq)!)
    else this.refused += 1
  }

  /** Forgets the times until now. */
  forgetTimes(): void {
    this.#answered += this.acks.length
    this.times.length = 0
    this.acks.length = 0
  }

  /** Notes that the server is about to end. */
  end(): void {
    this.#isOver = true
  }

  write(): void {
    const batch = { id: newSlideId(), base: this.#base, ...this.#batches[this.#sent] }
    this.#base += 1
    this.#sent += 1
    this.#sentAt.set(this.#base, performance.now())
    const text = JSON.stringify(batch)
    this.#writer?.send(this.#kind !== 'lectern' ? text : `42/editor,${this.#sent}["batch",${text}]`)
  }
}

interface Result {
  readonly p50: number
  readonly p99: number
  readonly ack99: number
  readonly lost: number
  readonly refused: number
  readonly cpu: number
  readonly rss: number
  readonly rows: number
  readonly disk: number
  readonly batches: number
}

/**
 * Every writer sends batches, one at a time as an editor does; the decks' turns are spread over the pause. Turns are
 * counted from the start: of two writers whose timers were once handled together, both would stay together.
 */
async function writeAll(rooms: readonly Room[], count: number, each: number): Promise<void> {
  const begun = performance.now()
  await Promise.all(
    rooms.map(async (room, n) => {
      let turn = begun + (n * each) / deckCount
      for (let sent = 0; sent < count; sent++) {
        for (await sleep(Math.max(0, turn - performance.now())); room.isWaiting; ) await sleep(10)
        room.write()
        turn = Math.max(turn + each, performance.now())
      }
      for (await sleep(each); room.isWaiting; ) await sleep(10)
    }),
  )
}

async function measure(kind: string): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-collab-'))
  const args = [kind, dataDir, deckText, reviewerText, '10']
  const server = fork(join(import.meta.dirname, 'collab-server.ts'), args, { execArgv: ['--expose-gc'] })
  try {
    const { port, decks } = await next<Listening>(server)
    const before = await used(server, 'collect')
    const count = Math.ceil((seconds * 1000) / pause)
    const rooms = Array.from({ length: deckCount }, (_, n) => {
      const deck = decks[n] ?? { id: n, slideId: newSlideId(), people: [] }
      return new Room(kind, deck, prepared(deck.slideId, warmUp.batches + count))
    })
    for (const [n, room] of rooms.entries()) {
      room.join(port, n)
      for (let waited = 0; room.opened < reviewers + 1; waited++) {
        if (waited > 3_000) throw new Error(`Deck ${n} has ${room.opened} pages`)
        await sleep(10)
      }
    }
    await sleep(4_000)
    await writeAll(rooms, warmUp.batches, warmUp.pause)
    for (const room of rooms) room.forgetTimes()
    const begun = await used(server, 'use')
    await writeAll(rooms, count, pause)
    await sleep(3_000)
    const ended = await used(server, 'collect')
    for (const room of rooms) room.end()
    const [times, acks] = [rooms.flatMap((room) => room.times), rooms.flatMap((room) => room.acks)]
    const sent = rooms.reduce((sum, room) => sum + room.sent, 0)
    const batches = count * deckCount
    return {
      ...{ p50: quantile(times, 0.5), p99: quantile(times, 0.99), ack99: quantile(acks, 0.99), batches },
      lost: sent * reviewers - rooms.reduce((sum, room) => sum + room.arrived, 0),
      refused: rooms.reduce((sum, room) => sum + room.refused, 0),
      cpu: ended.cpu - begun.cpu,
      rss: (ended.rss - before.rss) / 1024 / (deckCount * (reviewers + 1)),
      rows: ended.rows - begun.rows,
      disk: ended.disk - begun.disk,
    }
  } finally {
    server.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The medians of results. */
function medians(results: readonly Result[]): Result {
  const names = Object.keys(results[0]!) as (keyof Result)[]
  const median = (name: keyof Result) =>
    quantile(
      results.map((one) => one[name]),
      0.5,
    )
  return Object.fromEntries(names.map((name) => [name, median(name)])) as Record<keyof Result, number>
}

function print(name: string, result: Result): void {
  const { p50, p99, ack99, batches, lost, refused, cpu, rss, rows, disk } = result
  const members = deckCount * (reviewers + 1)
  const minutes = (batches * pause) / 60_000
  console.log(
    `${name}: change to screen p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; acknowledged p99 ${ack99.toFixed(1)} ms; ${batches} batches, ${lost} lost, ${refused} refused`,
  )
  console.log(
    `  ${(cpu / batches).toFixed(2)} ms of processor per batch, ${(cpu / members / seconds).toFixed(2)} ms per member and second, ${rss.toFixed(0)} KiB resident per member`,
  )
  console.log(
    `  per typist and minute: ${(batches / minutes).toFixed(0)} transactions, ${(rows / minutes).toFixed(0)} changed rows, ${(disk / minutes / 1024).toFixed(0)} kB to the disk`,
  )
}

function judge(name: string, value: number, bar: number, unit: string): boolean {
  const good = value <= bar
  console.log(`  ${name}: ${value.toFixed(2)}${unit} (bar ${bar}${unit}) ${good ? 'ok' : 'MISSED'}`)
  return good
}

/**
 * The time from a page's request until it has the deck, at a deck of 300 slides with 1,000 changes: opened again, and with a
 * copy from before all of them. Ms, medians.
 */
async function joining(): Promise<{ readonly plain: number; readonly behind: number }> {
  const app = await makeBenchApp('sqlite')
  try {
    const user = await makeUser(app.services, { plan: 'pro' })
    const deck = await makeDeck(app.services, user, { slides: Array.from({ length: 300 }, slideHtml) })
    const actor = { ...actorOf(user), userId: user.id }
    const batches = deck.slideIds.slice(0, 10).map((id) => prepared(id, 100))
    for (let n = 0; n < 1_000; n++) {
      const batch = { id: newSlideId(), base: n + 1, ...batches[n % 10]![Math.floor(n / 10)]! } as SentBatch
      const answer = await acceptBatch(app.services, deck.id, actor, batch)
      if (!answer.ok) throw new Error(`Change ${n} was refused`)
    }
    const client = new TestClient(app.server, app.services)
    client.setCookie('session', (await makeSession(app.services, user)).cookie)
    const timed = async (path: string) => {
      const begun = performance.now()
      const { status } = await client.get(`/api/v1/decks/${deck.id}/${path}`)
      if (status !== 200) throw new Error(`${path} was answered ${status}`)
      return performance.now() - begun
    }
    const times: { plain: number[]; behind: number[] } = { plain: [], behind: [] }
    for (let round = 0; round < 20; round++) {
      times.plain.push(await timed('data.json'))
      times.behind.push((await timed('data.json')) + (await timed('newer.json?since=1')))
    }
    return { plain: quantile(times.plain, 0.5), behind: quantile(times.behind, 0.5) }
  } finally {
    await app.close()
  }
}

const kinds = {
  relay: 'relay that commits the text of a batch',
  rows: 'relay that commits the same bytes',
  lectern: 'Lectern',
} as const
type Kind = keyof typeof kinds

console.log(`${deckCount} decks, a writer and ${reviewers} reviewers each, ${seconds} s, ${rounds} rounds`)
const results: Record<Kind, Result[]> = { relay: [], rows: [], lectern: [] }
for (let round = 0; round < rounds; round++) {
  for (const kind of Object.keys(kinds) as Kind[]) {
    const result = await measure(kind)
    results[kind].push(result)
    console.log(
      `  round ${round + 1}, ${kinds[kind]}: p50 ${result.p50.toFixed(2)} ms, p99 ${result.p99.toFixed(2)} ms`,
    )
  }
}
const [relay, rows, lectern] = [medians(results.relay), medians(results.rows), medians(results.lectern)]
print(kinds.relay, relay)
print(kinds.rows, rows)
print(kinds.lectern, lectern)
const lost = results.lectern.reduce((sum, one) => sum + one.lost + one.refused, 0)
const { plain, behind } = await joining()
console.log(
  `a deck of 300 slides after 1,000 changes: ${plain.toFixed(0)} ms anew, ${behind.toFixed(0)} ms with an old copy`,
)
console.log(`  against the relay of the text alone, p99: ${(lectern.p99 / relay.p99).toFixed(2)}x`)
const good = [
  judge('change to screen, p99', lectern.p99, bars.p99, ' ms'),
  judge('against the relay of the same bytes, p99', lectern.p99 / rows.p99, bars.ratio, 'x'),
  judge('joining 1,000 changes behind, more than anew', behind - plain, bars.join, ' ms'),
  judge('lost or refused', lost, 0, ''),
]
process.exitCode = good.every(Boolean) ? 0 : 1
process.exit()
