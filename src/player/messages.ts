/**
 * The message protocol between an app page and a deck frame. A deck may contain its author's scripts, so both sides
 * treat the other as hostile. A message is copied field by field into a new object; unknown fields and types are
 * refused and numbers are clamped. No field is used as URL or property name, and only the HTML in `slides` as markup, once
 * the frame has sanitized it.
 */

/** Largest slide or fragment index; larger ones are clamped. */
export const MAX_INDEX = 9999
/** Largest JSON about pins and of slides, in characters. */
const maxJson = { pins: 200_000, slides: 20_000_000 }
/** Rate limit of each side; one more message closes the port. */
export const MAX_MESSAGES_PER_SECOND = 60

/** Steps through a deck, as with the arrow keys, Home and End. */
export const moves = ['next', 'prev', 'left', 'right', 'up', 'down', 'first', 'last'] as const
export type Move = (typeof moves)[number]

/** Keys pressed inside the frame that the page around it handles. */
export const appKeys = ['escape', 'e', 'f', 'g', 'q', 'r', 's', 'w'] as const
export type AppKey = (typeof appKeys)[number]

/** What a deck frame failed at. `slides-failed`: it does not show the new content that it was sent. */
export const errorCodes = ['start-failed', 'code-failed', 'math-failed', 'slides-failed'] as const
export type ErrorCode = (typeof errorCodes)[number]

/** Colors of the pause screen. */
export const screenColors = ['black', 'white'] as const
export type ScreenColor = (typeof screenColors)[number]

/**
 * App page to deck frame. Slide and fragment indices from 0; f is -1 before the first fragment, null to leave fragments
 * unchanged. `follow` applies another page's state; `goto` and `move` are actions of this page's user. `peek` shows the
 * step after a position. `print` opens the print dialog of the printable document and is ignored elsewhere. `light` is
 * the laser pointer; x and y are fractions of the slide's width and height, 0 to 1. `slides`: new content of slides;
 * see slides-message.ts. `pins`: see pin-messages.ts.
 */
export type DownMessage =
  | { type: 'goto'; h: number; v: number; f: number | null }
  | { type: 'follow'; h: number; v: number; f: number | null; paused: boolean; overview: boolean }
  | { type: 'peek'; h: number; v: number; f: number | null }
  | { type: 'move'; to: Move }
  | { type: 'pause'; on: boolean }
  | { type: 'overview'; on: boolean }
  | { type: 'set-muted'; on: boolean }
  | { type: 'screen'; color: ScreenColor }
  | { type: 'light'; on: boolean; x: number; y: number }
  | { type: 'options'; controls: boolean; upsizing: boolean }
  | JsonMessage<'slides'>
  | { type: 'print' }
  | { type: 'ask-state' }
  | PinMessage

/**
 * Deck frame to app page. `count` is the number of slides; f is null on a slide without fragments; `own` is false after
 * `follow` and `peek`; `pointer`: the pointer moves over the deck; `edge`: whether it is near the left edge.
 */
export type UpMessage =
  | { type: 'ready'; count: number }
  | { type: 'changed'; h: number; v: number; f: number | null; paused: boolean; overview: boolean; own: boolean }
  | { type: 'key'; name: AppKey }
  | { type: 'pointer' }
  | { type: 'edge'; near: boolean }
  | { type: 'error'; code: ErrorCode }
  | PinMessage

/** A message of reviews, as JSON that only they and their frames parse. */
interface JsonMessage<Type extends keyof typeof maxJson> {
  type: Type
  json: string
}

/** Pins of comments on a review, in both directions. */
export type PinMessage = JsonMessage<'pins'>

/** The frame's handshake, posted to its parent window until a port arrives. `id` identifies one load of the frame. */
export interface Hello {
  readonly lectern: 'hello'
  readonly id: string
}

/** Posted to the parent window as soon as the frame handles keys. It grants nothing; the handshake follows. */
export interface KeysReady {
  readonly lectern: 'here'
}

type Fields = Readonly<Record<string, unknown>>
type Reader<T> = (fields: Fields) => T | null

/** Accepts only plain objects: no arrays, dates, maps or other classes. */
function fieldsOf(data: unknown): Fields | null {
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype) return null
  return data as Fields
}

function hasExactly(fields: Fields, names: readonly string[]): boolean {
  return Object.keys(fields).length === names.length && names.every((name) => Object.hasOwn(fields, name))
}

/** Clamps to least..MAX_INDEX and truncates to an integer; undefined if not a number. */
function index(value: unknown, min = 0): number | undefined {
  if (typeof value !== 'number' || Number.isNaN(value)) return undefined
  return Math.min(MAX_INDEX, Math.max(min, Math.trunc(value))) + 0
}

/** Clamps to 0..1; undefined if not a number. */
function fraction(value: unknown): number | undefined {
  if (typeof value !== 'number' || Number.isNaN(value)) return undefined
  return Math.min(1, Math.max(0, value)) + 0
}

/** -1: before the first fragment; null: none. */
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

/** Reads a position from a message that may have `further` fields as well. */
function readPosition(
  fields: Fields,
  further: readonly string[] = [],
): { h: number; v: number; f: number | null } | null {
  const h = index(fields.h)
  const v = index(fields.v)
  const f = fragmentIndex(fields.f)
  if (!hasExactly(fields, ['type', 'h', 'v', 'f', ...further])) return null
  return h === undefined || v === undefined || f === undefined ? null : { h, v, f }
}

function positionReader<K extends 'goto' | 'peek'>(
  type: K,
): Reader<{ type: K; h: number; v: number; f: number | null }> {
  return (fields) => {
    const to = readPosition(fields)
    return to && { type, ...to }
  }
}

function jsonReader<Type extends keyof typeof maxJson>(type: Type): Reader<JsonMessage<Type>> {
  return (fields) => {
    const { json } = fields
    return hasExactly(fields, ['type', 'json']) && typeof json === 'string' && json.length <= maxJson[type]
      ? { type, json }
      : null
  }
}

const downReaders = new Map<unknown, Reader<DownMessage>>([
  ['goto', positionReader('goto')],
  ['peek', positionReader('peek')],
  [
    'follow',
    (fields) => {
      const to = readPosition(fields, ['paused', 'overview'])
      const { paused, overview } = fields
      if (!to || typeof paused !== 'boolean' || typeof overview !== 'boolean') return null
      return { type: 'follow', ...to, paused, overview }
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
  [
    'screen',
    (fields) => {
      const color = oneOf(screenColors, fields.color)
      return hasExactly(fields, ['type', 'color']) && color ? { type: 'screen', color } : null
    },
  ],
  [
    'light',
    (fields) => {
      const x = fraction(fields.x)
      const y = fraction(fields.y)
      if (!hasExactly(fields, ['type', 'on', 'x', 'y']) || typeof fields.on !== 'boolean') return null
      return x === undefined || y === undefined ? null : { type: 'light', on: fields.on, x, y }
    },
  ],
  [
    'options',
    (fields) => {
      const { controls, upsizing } = fields
      if (!hasExactly(fields, ['type', 'controls', 'upsizing'])) return null
      if (typeof controls !== 'boolean' || typeof upsizing !== 'boolean') return null
      return { type: 'options', controls, upsizing }
    },
  ],
  ['slides', jsonReader('slides')],
  ['print', (fields) => (hasExactly(fields, ['type']) ? { type: 'print' } : null)],
  ['pins', jsonReader('pins')],
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
      const at = readPosition(fields, ['paused', 'overview', 'own'])
      const { paused, overview, own } = fields
      if (!at || typeof paused !== 'boolean' || typeof overview !== 'boolean' || typeof own !== 'boolean') return null
      return { type: 'changed', ...at, paused, overview, own }
    },
  ],
  [
    'key',
    (fields) => {
      const name = oneOf(appKeys, fields.name)
      return hasExactly(fields, ['type', 'name']) && name ? { type: 'key', name } : null
    },
  ],
  ['pins', jsonReader('pins')],
  ['pointer', (fields) => (hasExactly(fields, ['type']) ? { type: 'pointer' } : null)],
  [
    'edge',
    (fields) =>
      hasExactly(fields, ['type', 'near']) && typeof fields.near === 'boolean'
        ? { type: 'edge', near: fields.near }
        : null,
  ],
  [
    'error',
    (fields) => {
      const code = oneOf(errorCodes, fields.code)
      return hasExactly(fields, ['type', 'code']) && code ? { type: 'error', code } : null
    },
  ],
])

/** Parses a message of an app page. Null: not a protocol message, close the port. */
export function readDown(data: unknown): DownMessage | null {
  const fields = fieldsOf(data)
  return (fields && downReaders.get(fields.type)?.(fields)) ?? null
}

/** Parses a message of a deck frame. Null: not a protocol message, close the port. */
export function readUp(data: unknown): UpMessage | null {
  const fields = fieldsOf(data)
  return (fields && upReaders.get(fields.type)?.(fields)) ?? null
}

/** Parses a frame's handshake; null for anything else. */
export function readHello(data: unknown): Hello | null {
  const fields = fieldsOf(data)
  if (!fields || !hasExactly(fields, ['lectern', 'id']) || fields.lectern !== 'hello') return null
  return typeof fields.id === 'string' && /^[0-9a-f]{32}$/.test(fields.id) ? { lectern: 'hello', id: fields.id } : null
}
