import { expect, test } from 'vitest'
import { limits } from '../../rules/limits.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { FanOut } from './fan-out.ts'
import { eventText } from './socket-packet.ts'
import { textFrame } from './text-frame.ts'
import { createTokenBucket } from './token-bucket.ts'

/** A connection whose buffer holds `room` bytes until it is read. */
class SlowConnection {
  readonly written: string[] = []
  readonly writable = true
  readonly raw = this
  writableLength = 0
  readonly #room: number
  #drained: (() => void) | null = null

  constructor(room: number) {
    this.#room = room
  }

  cork(): void {}

  uncork(): void {}

  /** A ping that is due. */
  duePing: Buffer | null = null
  /** How many times write() was called. */
  writes = 0

  takeDuePing(): Buffer | null {
    const { duePing } = this
    this.duePing = null
    return duePing
  }

  write(bytes: Uint8Array): boolean {
    this.writes += 1
    const all = Buffer.from(bytes)
    for (let at = 0; at < all.length; ) {
      const short = all[at + 1] as number
      const [head, length] = short < 126 ? [2, short] : [4, all.readUInt16BE(at + 2)]
      this.written.push(all.toString('utf8', at + head, at + head + length))
      at += head + length
    }
    this.writableLength += bytes.length
    return this.writableLength < this.#room
  }

  once(_event: 'drain', subscriber: () => void): void {
    this.#drained = subscriber
  }

  read(): void {
    this.writableLength = 0
    const drained = this.#drained
    this.#drained = null
    drained?.()
  }
}

const fast = () => new SlowConnection(Number.POSITIVE_INFINITY)

test('a late joiner gets the current values at once', () => {
  const fan = new FanOut(2)
  fan.broadcast(0, 'slide 3')
  fan.broadcast(1, '12 follow')
  const late = fast()
  fan.add(late)
  expect(late.written).toEqual(['slide 3', '12 follow'])
  fan.broadcast(0, 'slide 4')
  expect(late.written.at(-1)).toBe('slide 4')
})

test('a queued value and a due ping are sent with the next broadcast in one write', () => {
  const fan = new FanOut(2)
  const people = Array.from({ length: 3 }, fast)
  for (const person of people) fan.add(person)
  fan.put(1, '12 follow')
  expect(people.map(({ writes }) => writes)).toEqual([0, 0, 0])
  const [first] = people
  if (first) first.duePing = textFrame('2')
  fan.broadcast(0, 'slide 3')
  expect(people.map(({ written }) => written)).toEqual([
    ['slide 3', '12 follow', '2'],
    ['slide 3', '12 follow'],
    ['slide 3', '12 follow'],
  ])
  expect(people.map(({ writes }) => writes)).toEqual([1, 1, 1])
  fan.put(1, '13 follow')
  fan.flush()
  expect(people.map(({ written }) => written.at(-1))).toEqual(['13 follow', '13 follow', '13 follow'])
})

test('a slow reader gets the newest value when it reads again, and its queue is bounded', () => {
  const fan = new FanOut(1)
  const [slow, quick] = [new SlowConnection(64), fast()]
  const subscriber = fan.add(slow)
  fan.add(quick)
  for (let slide = 1; slide <= 10_000; slide++) fan.broadcast(0, `slide ${slide} ${'.'.repeat(40)}`)
  expect(quick.written).toHaveLength(10_000)
  expect(slow.written.length).toBeLessThan(4)
  expect(subscriber.queuedBytes()).toBeLessThan(limits.live.queueBytes)
  slow.read()
  expect(slow.written.at(-1)).toContain('slide 10000 ')
  // The count of skipped values reveals any loss.
  expect(fan.skipped(0)).toBe(10_000 - slow.written.length)
  fan.add(fast())
  fan.broadcast(0, 'slide 10001')
  slow.read()
  expect(fan.skipped(0)).toBe(10_001 - slow.written.length)
})

test('every subscriber gets a broadcast, even if others leave and join during the round', async () => {
  const fan = new FanOut(1)
  const people = Array.from({ length: 5_000 }, fast)
  const subscribers = people.map((person) => fan.add(person))
  fan.broadcast(0, 'first')
  // The round has reached the first few hundred; removing them moves the last subscribers to their indices.
  for (let at = 0; at < 300; at++) fan.remove(subscribers[at] as (typeof subscribers)[number])
  const late = fast()
  fan.add(late)
  fan.broadcast(0, 'second')
  await waitFor(() => [...people.slice(300), late].every(({ written }) => written.at(-1) === 'second'))
  expect(fan.size).toBe(4_701)
  expect(people[0]?.written).not.toContain('second')
})

test('a broadcast yields to other work of the process', async () => {
  const fan = new FanOut(1)
  const people = Array.from({ length: 5_000 }, fast)
  for (const person of people) fan.add(person)
  fan.broadcast(0, 'slide 1')
  let reached = 0
  await new Promise<void>((resolve) =>
    setImmediate(() => {
      reached = people.filter(({ written }) => written.length > 0).length
      resolve()
    }),
  )
  expect(reached).toBeLessThan(5_000)
  await waitFor(() => people.every(({ written }) => written.length === 1))
})

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 70_000])('a text of %i bytes is encoded as one frame', (length) => {
  const frame = textFrame('é'.repeat(Math.floor(length / 2)) + 'x'.repeat(length % 2))
  expect(frame[0]).toBe(0x81)
  const short = frame[1] as number
  const [head, declared] =
    short < 126 ? [2, short] : short === 126 ? [4, frame.readUInt16BE(2)] : [10, Number(frame.readBigUInt64BE(2))]
  expect([declared, frame.length]).toEqual([length, length + head])
})

test('an event is encoded in Socket.IO’s format', () => {
  expect(eventText('/live', 'message', { a: 'é"' })).toBe('42/live,["message",{"a":"é\\""}]')
})

test('handshakes above the rate limit are refused, with delays spread over the time of later admission', () => {
  let now = 0
  let seed = 1
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const bucket = createTokenBucket(200, { clock: () => now, random })
  const first = Array.from({ length: 5_000 }, () => bucket.take())
  expect(first.filter((wait) => wait === 0)).toHaveLength(200)
  expect(Math.max(...first)).toBeGreaterThan(20)
  expect(Math.min(...first.filter((wait) => wait > 0))).toBe(1)
  now = 500
  expect(Array.from({ length: 300 }, () => bucket.take()).filter((wait) => wait === 0)).toHaveLength(100)
  now = 60_000
  expect(Array.from({ length: 300 }, () => bucket.take()).filter((wait) => wait === 0)).toHaveLength(200)
})
