import { MessageChannel } from 'node:worker_threads'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkedPort, type PortLike } from './checked-port.ts'
import {
  appKeys,
  type DownMessage,
  errorCodes,
  MAX_INDEX,
  MAX_MESSAGES_PER_SECOND,
  moves,
  readDown,
  readHello,
  readUp,
  screenColors,
  type UpMessage,
} from './messages.ts'

/** `npm run attack` sends 100,000 in each direction, a normal run a twentieth of that. */
const RUNS = Number(process.env.ATTACK ?? 5_000)
const SEED = 20_261_120

const anyNumber = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(Number.NaN, Infinity, -Infinity, -0, 1e308))
const rawDown = fc.oneof(
  fc.record({ type: fc.constant('goto'), h: anyNumber, v: anyNumber, f: fc.oneof(anyNumber, fc.constant(null)) }),
  fc.record({ type: fc.constant('move'), to: fc.constantFrom(...moves) }),
  fc.record({ type: fc.constant('peek'), h: anyNumber, v: anyNumber, f: fc.oneof(anyNumber, fc.constant(null)) }),
  fc.record({
    type: fc.constant('follow'),
    h: anyNumber,
    v: anyNumber,
    f: fc.oneof(anyNumber, fc.constant(null)),
    paused: fc.boolean(),
    overview: fc.boolean(),
  }),
  fc.record({ type: fc.constantFrom('pause', 'overview', 'set-muted'), on: fc.boolean() }),
  fc.record({ type: fc.constant('screen'), color: fc.constantFrom(...screenColors) }),
  fc.record({ type: fc.constant('light'), on: fc.boolean(), x: anyNumber, y: anyNumber }),
  fc.record({ type: fc.constant('options'), controls: fc.boolean(), upsizing: fc.boolean() }),
  fc.record({ type: fc.constantFrom('pins', 'slides'), json: fc.string() }),
  fc.record({ type: fc.constant('ask-state') }),
)
const rawUp = fc.oneof(
  fc.record({ type: fc.constant('ready'), count: anyNumber }),
  fc.record({
    type: fc.constant('changed'),
    h: anyNumber,
    v: anyNumber,
    f: fc.oneof(anyNumber, fc.constant(null)),
    paused: fc.boolean(),
    overview: fc.boolean(),
    own: fc.boolean(),
  }),
  fc.record({ type: fc.constant('edge'), near: fc.boolean() }),
  fc.record({ type: fc.constant('key'), name: fc.constantFrom(...appKeys) }),
  fc.record({ type: fc.constant('pointer') }),
  fc.record({ type: fc.constant('pins'), json: fc.string() }),
  fc.record({ type: fc.constant('error'), code: fc.constantFrom(...errorCodes) }),
)
const junk = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withSparseArray: true,
})
const names = [
  'type',
  'json',
  'h',
  'v',
  'f',
  'on',
  'to',
  'count',
  'name',
  'code',
  'x',
  'y',
  'own',
  'color',
  'paused',
  '__proto__',
  'constructor',
  'toString',
  'html',
  'url',
]

/** A valid message with one mutation. */
function mutated(raw: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<unknown> {
  return fc
    .tuple(raw, fc.constantFrom(...names), junk, fc.constantFrom('set', 'drop', 'wrap', 'list', 'text'))
    .map(([message, name, value, how]) => {
      const changed: Record<string, unknown> = { ...message }
      if (how === 'set')
        Object.defineProperty(changed, name, { value, enumerable: true, configurable: true, writable: true })
      if (how === 'drop') delete changed[name]
      if (how === 'wrap') return { ...changed, type: { toString: () => changed.type } }
      if (how === 'list') return [changed]
      return how === 'text' ? JSON.stringify(changed) : changed
    })
}

const isIndex = (value: unknown, least: number): boolean =>
  Number.isInteger(value) && !Object.is(value, -0) && (value as number) >= least && (value as number) <= MAX_INDEX
const isFragment = (value: unknown): boolean => value === null || isIndex(value, -1)

const isPart = (value: unknown): boolean =>
  typeof value === 'number' && !Object.is(value, -0) && value >= 0 && value <= 1
const areFlags = (...values: unknown[]): boolean => values.every((value) => typeof value === 'boolean')

/** Independent of the readers: the only messages that may reach the player. */
function isDown(message: DownMessage): boolean {
  const keys = Object.keys(message).sort().join()
  if (message.type === 'follow')
    return (
      keys === 'f,h,overview,paused,type,v' &&
      isIndex(message.h, 0) &&
      isIndex(message.v, 0) &&
      isFragment(message.f) &&
      areFlags(message.paused, message.overview)
    )
  if (message.type === 'light')
    return keys === 'on,type,x,y' && areFlags(message.on) && isPart(message.x) && isPart(message.y)
  if (message.type === 'options')
    return keys === 'controls,type,upsizing' && areFlags(message.controls, message.upsizing)
  if (message.type === 'screen') return keys === 'color,type' && ['black', 'white'].includes(message.color)
  if (message.type === 'goto' || message.type === 'peek')
    return keys === 'f,h,type,v' && isIndex(message.h, 0) && isIndex(message.v, 0) && isFragment(message.f)
  if (message.type === 'move') return keys === 'to,type' && (moves as readonly string[]).includes(message.to)
  if (message.type === 'ask-state' || message.type === 'print') return keys === 'type'
  if (message.type === 'pins' || message.type === 'slides')
    return keys === 'json,type' && typeof message.json === 'string'
  return (
    keys === 'on,type' && ['pause', 'overview', 'set-muted'].includes(message.type) && typeof message.on === 'boolean'
  )
}

/** Independent of the readers: the only messages that may reach the page. */
function isUp(message: UpMessage): boolean {
  const keys = Object.keys(message).sort().join()
  if (message.type === 'ready') return keys === 'count,type' && isIndex(message.count, 0)
  if (message.type === 'pointer') return keys === 'type'
  if (message.type === 'pins') return keys === 'json,type' && typeof message.json === 'string'
  if (message.type === 'edge') return keys === 'near,type' && areFlags(message.near)
  if (message.type === 'key') return keys === 'name,type' && (appKeys as readonly string[]).includes(message.name)
  if (message.type === 'error') return keys === 'code,type' && (errorCodes as readonly string[]).includes(message.code)
  return (
    message.type === 'changed' &&
    keys === 'f,h,overview,own,paused,type,v' &&
    isIndex(message.h, 0) &&
    isIndex(message.v, 0) &&
    isFragment(message.f) &&
    areFlags(message.paused, message.overview, message.own)
  )
}

function sent(data: unknown): { arrived: true; data: unknown } | { arrived: false } {
  try {
    return { arrived: true, data: structuredClone(data) }
  } catch {
    return { arrived: false }
  }
}

/** Sends random and mutated messages through a reader; returns those that passed and the number sent. */
function fire<T>(
  raw: fc.Arbitrary<Record<string, unknown>>,
  read: (data: unknown) => T | null,
): { passed: T[]; tried: number } {
  const passed: T[] = []
  let tried = 0
  const attack = fc.oneof(
    { arbitrary: raw, weight: 2 },
    { arbitrary: mutated(raw), weight: 5 },
    { arbitrary: junk, weight: 2 },
  )
  fc.assert(
    fc.property(attack, (data) => {
      const clone = sent(data)
      if (!clone.arrived) return
      tried += 1
      const message = read(clone.data)
      if (message !== null) passed.push(message)
    }),
    { numRuns: RUNS, seed: SEED },
  )
  return { passed, tried }
}

describe('only protocol messages pass between a hostile deck and a hostile page', () => {
  test('the player receives only valid commands, with numbers in range', () => {
    const { passed, tried } = fire(rawDown, readDown)
    expect(tried).toBeGreaterThan(RUNS * 0.7)
    expect(passed.length).toBeGreaterThan(RUNS * 0.1)
    expect(passed.filter((message) => !isDown(message))).toEqual([])
  })

  test('the page receives only positions, counts, known keys and known errors', () => {
    const { passed, tried } = fire(rawUp, readUp)
    expect(tried).toBeGreaterThan(RUNS * 0.7)
    expect(passed.length).toBeGreaterThan(RUNS * 0.1)
    expect(passed.filter((message) => !isUp(message))).toEqual([])
  })

  test('without the readers the same messages get through (the attack is effective)', () => {
    const trusting = fire(rawDown, (data) => data as DownMessage)
    expect(trusting.passed.filter((message) => !message || !isDown(message)).length).toBeGreaterThan(RUNS * 0.3)
  })

  test('a message with inherited fields or its own prototype is refused', () => {
    expect(readDown(Object.create({ type: 'ask-state' }))).toBeNull()
    expect(readDown(JSON.parse('{"type":"ask-state","__proto__":{"on":true}}'))).toBeNull()
    expect(readHello({ lectern: 'hello', id: 'a'.repeat(32), url: 'x' })).toBeNull()
    expect(readHello({ lectern: 'hello', id: 'a'.repeat(32) })).toEqual({ lectern: 'hello', id: 'a'.repeat(32) })
  })

  test('a laser pointer outside the slide is clamped to its edge', () => {
    const light = (x: number, y: number) => readDown({ type: 'light', on: true, x, y })
    expect(light(-3, 7.5)).toEqual({ type: 'light', on: true, x: 0, y: 1 })
    expect(light(Number.NaN, 0)).toBeNull()
  })

  test('an index out of range is clamped', () => {
    expect(readDown({ type: 'goto', h: 1e9, v: -5, f: -7.9 })).toEqual({ type: 'goto', h: MAX_INDEX, v: 0, f: -1 })
  })
})

/** A port whose other end the test controls. */
function openPort(): { port: PortLike; push(data: unknown): void; closed(): boolean; sent: unknown[] } {
  let closed = false
  const messages: unknown[] = []
  const port: PortLike = {
    onmessage: null,
    postMessage: (message: unknown) => {
      messages.push(message)
    },
    close: () => {
      closed = true
    },
  }
  const push = (data: unknown): void => {
    port.onmessage?.call(port as MessagePort, { data } as MessageEvent)
  }
  return { port, push, closed: () => closed, sent: messages }
}

describe('a port closes at the first violation', () => {
  test('one message outside the protocol closes the port', () => {
    const received: DownMessage[] = []
    let violations = 0
    const end = openPort()
    const port = checkedPort<DownMessage, UpMessage>(end.port, {
      read: readDown,
      receive: (message) => received.push(message),
      onViolation: () => {
        violations += 1
      },
      now: () => 0,
    })
    end.push({ type: 'move', to: 'next' })
    end.push({ type: 'move', to: 'next', extra: 1 })
    end.push({ type: 'move', to: 'prev' })
    port.send({ type: 'ready', count: 1 })
    expect(received).toEqual([{ type: 'move', to: 'next' }])
    expect([end.closed(), port.closed, violations, end.sent]).toEqual([true, true, 1, []])
  })

  test('a flood closes the port; the same number spread over seconds does not', () => {
    let time = 0
    const received: DownMessage[] = []
    const end = openPort()
    const port = checkedPort<DownMessage, UpMessage>(end.port, {
      read: readDown,
      receive: (m) => received.push(m),
      now: () => time,
    })
    for (let i = 0; i < MAX_MESSAGES_PER_SECOND; i++) end.push({ type: 'ask-state' })
    time = 1000
    for (let i = 0; i < MAX_MESSAGES_PER_SECOND; i++) end.push({ type: 'ask-state' })
    expect(port.closed).toBe(false)
    end.push({ type: 'ask-state' })
    expect(port.closed).toBe(true)
    expect(received).toHaveLength(2 * MAX_MESSAGES_PER_SECOND)
  })

  test('over a real channel both sides still exchange messages after a refused attack', async () => {
    const channel = new MessageChannel()
    const arrived = new Promise<UpMessage>((resolve) => {
      checkedPort<UpMessage, DownMessage>(channel.port1 as unknown as PortLike, { read: readUp, receive: resolve })
    })
    const frame = checkedPort<DownMessage, UpMessage>(channel.port2 as unknown as PortLike, {
      read: readDown,
      receive: () => {},
    })
    frame.send({ type: 'changed', h: 2, v: 1, f: null, paused: false, overview: false, own: true })
    expect(await arrived).toEqual({ type: 'changed', h: 2, v: 1, f: null, paused: false, overview: false, own: true })
    frame.close()
  })
})
