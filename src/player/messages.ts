/**
 * What an app page and a deck frame may say to each other, and nothing else. A deck can carry scripts of its
 * author, so both sides treat the other as hostile: a message is read into a new object field by field, unknown
 * fields and types are refused, numbers are clamped, and nothing here is ever markup, an address or a property name.
 */

/** Largest slide or fragment index that is taken; larger ones are cut down to it. */
export const MAX_INDEX = 9999
/** Messages one side may send in a second; one more closes the port. */
export const MAX_MESSAGES_PER_SECOND = 60

/** Ways to step through a deck, as the arrow keys, Home and End do. */
export const moves = ['next', 'prev', 'left', 'right', 'up', 'down', 'first', 'last'] as const
export type Move = (typeof moves)[number]

/** Keys pressed inside the frame that belong to the page around it. */
export const appKeys = ['escape', 'e'] as const
export type AppKey = (typeof appKeys)[number]

/** Why a deck frame could not do its work. */
export const errorCodes = ['start-failed', 'code-failed', 'math-failed'] as const
export type ErrorCode = (typeof errorCodes)[number]

/** From the app page to the deck frame. Slide and fragment indices from 0; f is -1 before the first fragment, null to leave fragments alone. */
export type DownMessage =
  | { type: 'goto'; h: number; v: number; f: number | null }
  | { type: 'move'; to: Move }
  | { type: 'pause'; on: boolean }
  | { type: 'overview'; on: boolean }
  | { type: 'set-muted'; on: boolean }
  | { type: 'ask-state' }

/** From the deck frame to the app page. `count` is the number of slides; f is null on a slide without fragments; `pointer` says that the pointer moves over the deck. */
export type UpMessage =
  | { type: 'ready'; count: number }
  | { type: 'changed'; h: number; v: number; f: number | null; paused: boolean; overview: boolean }
  | { type: 'key'; name: AppKey }
  | { type: 'pointer' }
  | { type: 'error'; code: ErrorCode }

/** The first word of a frame, posted to its parent window until a port arrives. `id` tells one loading of the frame from the next. */
export interface Hello {
  readonly lectern: 'hello'
  readonly id: string
}

/** Posted to the window around a frame as soon as keys pressed in it count. It opens nothing; the hello comes later. */
export interface FirstWord {
  readonly lectern: 'here'
}

type Fields = Readonly<Record<string, unknown>>
type Reader<T> = (fields: Fields) => T | null

/** Only objects as the structured clone makes them from a literal: no arrays, dates, maps or other classes. */
function fieldsOf(data: unknown): Fields | null {
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype) return null
  return data as Fields
}

function hasExactly(fields: Fields, names: readonly string[]): boolean {
  return Object.keys(fields).length === names.length && names.every((name) => Object.hasOwn(fields, name))
}

/** An index, cut to least..MAX_INDEX and to a whole number; undefined when it is no number at all. */
function index(value: unknown, least = 0): number | undefined {
  if (typeof value !== 'number' || Number.isNaN(value)) return undefined
  return Math.min(MAX_INDEX, Math.max(least, Math.trunc(value))) + 0
}

/** A fragment index: -1 is before the first one, null is none. */
function fragmentIndex(value: unknown): number | null | undefined {
  return value === null ? null : index(value, -1)
}

function oneOf<T extends string>(list: readonly T[], value: unknown): T | undefined {
  return list.find((item) => item === value)
}

function switchReader<K extends 'pause' | 'overview' | 'set-muted'>(type: K): Reader<{ type: K; on: boolean }> {
  return (fields) =>
    hasExactly(fields, ['type', 'on']) && typeof fields.on === 'boolean' ? { type, on: fields.on } : null
}

const downReaders = new Map<unknown, Reader<DownMessage>>([
  [
    'goto',
    (fields) => {
      const h = index(fields.h)
      const v = index(fields.v)
      const f = fragmentIndex(fields.f)
      if (!hasExactly(fields, ['type', 'h', 'v', 'f']) || h === undefined || v === undefined || f === undefined)
        return null
      return { type: 'goto', h, v, f }
    },
  ],
  [
    'move',
    (fields) => {
      const to = oneOf(moves, fields.to)
      return hasExactly(fields, ['type', 'to']) && to ? { type: 'move', to } : null
    },
  ],
  ['pause', switchReader('pause')],
  ['overview', switchReader('overview')],
  ['set-muted', switchReader('set-muted')],
  ['ask-state', (fields) => (hasExactly(fields, ['type']) ? { type: 'ask-state' } : null)],
])

const upReaders = new Map<unknown, Reader<UpMessage>>([
  [
    'ready',
    (fields) => {
      const count = index(fields.count)
      return hasExactly(fields, ['type', 'count']) && count !== undefined ? { type: 'ready', count } : null
    },
  ],
  [
    'changed',
    (fields) => {
      const h = index(fields.h)
      const v = index(fields.v)
      const f = fragmentIndex(fields.f)
      const { paused, overview } = fields
      if (!hasExactly(fields, ['type', 'h', 'v', 'f', 'paused', 'overview'])) return null
      if (h === undefined || v === undefined || f === undefined) return null
      if (typeof paused !== 'boolean' || typeof overview !== 'boolean') return null
      return { type: 'changed', h, v, f, paused, overview }
    },
  ],
  [
    'key',
    (fields) => {
      const name = oneOf(appKeys, fields.name)
      return hasExactly(fields, ['type', 'name']) && name ? { type: 'key', name } : null
    },
  ],
  ['pointer', (fields) => (hasExactly(fields, ['type']) ? { type: 'pointer' } : null)],
  [
    'error',
    (fields) => {
      const code = oneOf(errorCodes, fields.code)
      return hasExactly(fields, ['type', 'code']) && code ? { type: 'error', code } : null
    },
  ],
])

/** Reads what an app page sent. Null: not a message of the protocol, the port must be closed. */
export function readDown(data: unknown): DownMessage | null {
  const fields = fieldsOf(data)
  return (fields && downReaders.get(fields.type)?.(fields)) ?? null
}

/** Reads what a deck frame sent. Null: not a message of the protocol, the port must be closed. */
export function readUp(data: unknown): UpMessage | null {
  const fields = fieldsOf(data)
  return (fields && upReaders.get(fields.type)?.(fields)) ?? null
}

/** Reads a frame's first word; null when it is anything else. */
export function readHello(data: unknown): Hello | null {
  const fields = fieldsOf(data)
  if (!fields || !hasExactly(fields, ['lectern', 'id']) || fields.lectern !== 'hello') return null
  return typeof fields.id === 'string' && /^[0-9a-f]{32}$/.test(fields.id) ? { lectern: 'hello', id: fields.id } : null
}
