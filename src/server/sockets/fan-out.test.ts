import { expect, test } from 'vitest'
import { limits } from '../../rules/limits.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { createAdmission } from './admission.ts'
import { FanOut } from './fan-out.ts'
import { eventText } from './socket-packet.ts'
import { textFrame } from './text-frame.ts'

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

  /** What has to be said soon. */
  along: Buffer | null = null
  /** How many times something was written. */
  writes = 0

  takeAlong(): Buffer | null {
    const { along } = this
    this.along = null
    return along
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

  once(_event: 'drain', listener: () => void): void {
    this.#drained = listener
  }

  read(): void {
    this.writableLength = 0
    const drained = this.#drained
    this.#drained = null
    drained?.()
  }
}

const fast = () => new SlowConnection(Number.POSITIVE_INFINITY)

test('who comes later is told at once what everybody knows', () => {
  const fan = new FanOut(2)
  fan.tell(0, 'slide 3')
  fan.tell(1, '12 follow')
  const late = fast()
  fan.add(late)
  expect(late.written).toEqual(['slide 3', '12 follow'])
  fan.tell(0, 'slide 4')
  expect(late.written.at(-1)).toBe('slide 4')
})

test('what waits to be said goes along with the next that is told, in one piece', () => {
  const fan = new FanOut(2)
  const people = Array.from({ length: 3 }, fast)
  for (const person of people) fan.add(person)
  fan.put(1, '12 follow')
  expect(people.map(({ writes }) => writes)).toEqual([0, 0, 0])
  const [first] = people
  if (first) first.along = textFrame('2')
  fan.tell(0, 'slide 3')
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

test('who reads slowly gets the newest when they read again, and never makes much wait', () => {
  const fan = new FanOut(1)
  const [slow, quick] = [new SlowConnection(64), fast()]
  const listener = fan.add(slow)
  fan.add(quick)
  for (let slide = 1; slide <= 10_000; slide++) fan.tell(0, `slide ${slide} ${'.'.repeat(40)}`)
  expect(quick.written).toHaveLength(10_000)
  expect(slow.written.length).toBeLessThan(4)
  expect(listener.waiting()).toBeLessThan(limits.live.queueBytes)
  slow.read()
  expect(slow.written.at(-1)).toContain('slide 10000 ')
  // What was skipped is known, so that nothing can get lost unnoticed.
  expect(fan.skipped(0)).toBe(10_000 - slow.written.length)
  fan.add(fast())
  fan.tell(0, 'slide 10001')
  slow.read()
  expect(fan.skipped(0)).toBe(10_001 - slow.written.length)
})

test('everybody is told, also when some leave and others come while the round is under way', async () => {
  const fan = new FanOut(1)
  const people = Array.from({ length: 5_000 }, fast)
  const listeners = people.map((person) => fan.add(person))
  fan.tell(0, 'first')
  // The round has told the first few hundred; those who leave are replaced in the list by those at its end.
  for (let at = 0; at < 300; at++) fan.remove(listeners[at] as (typeof listeners)[number])
  const late = fast()
  fan.add(late)
  fan.tell(0, 'second')
  await waitFor(() => [...people.slice(300), late].every(({ written }) => written.at(-1) === 'second'))
  expect(fan.size).toBe(4_701)
  expect(people[0]?.written).not.toContain('second')
})

test('the rest of the process gets its turn while a hall is told', async () => {
  const fan = new FanOut(1)
  const people = Array.from({ length: 5_000 }, fast)
  for (const person of people) fan.add(person)
  fan.tell(0, 'slide 1')
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

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 70_000])('a text of %i bytes is one whole frame', (length) => {
  const frame = textFrame('é'.repeat(Math.floor(length / 2)) + 'x'.repeat(length % 2))
  expect(frame[0]).toBe(0x81)
  const short = frame[1] as number
  const [head, told] =
    short < 126 ? [2, short] : short === 126 ? [4, frame.readUInt16BE(2)] : [10, Number(frame.readBigUInt64BE(2))]
  expect([told, frame.length]).toEqual([length, length + head])
})

test('an event is written as Socket.IO reads it', () => {
  expect(eventText('/live', 'message', { a: 'é"' })).toBe('42/live,["message",{"a":"é\\""}]')
})

test('so many come in each second; the others are told to come back, spread over the time it takes', () => {
  let now = 0
  let seed = 1
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const admission = createAdmission(200, () => now, random)
  const first = Array.from({ length: 5_000 }, () => admission.ask())
  expect(first.filter((wait) => wait === 0)).toHaveLength(200)
  expect(Math.max(...first)).toBeGreaterThan(20)
  expect(Math.min(...first.filter((wait) => wait > 0))).toBe(1)
  now = 500
  expect(Array.from({ length: 300 }, () => admission.ask()).filter((wait) => wait === 0)).toHaveLength(100)
  now = 60_000
  expect(Array.from({ length: 300 }, () => admission.ask()).filter((wait) => wait === 0)).toHaveLength(200)
})
