/** A message of a client. */
export type SocketPacket =
  /** The answer to a ping. */
  | { readonly kind: 'alive' }
  /** Requests a namespace, with the auth payload. */
  | { readonly kind: 'join'; readonly namespace: string; readonly auth: Readonly<Record<string, unknown>> }
  /** An event; `id` is that of the requested acknowledgment, null if none was requested. */
  | {
      readonly kind: 'event'
      readonly namespace: string
      readonly id: string | null
      readonly event: string
      readonly body: unknown
    }
  /** Leaves the namespace. */
  | { readonly kind: 'leave' }
  /** An acknowledgment, which the server never requests. */
  | { readonly kind: 'answer' }

/** A Socket.IO packet in an Engine.IO message: type, namespace, acknowledgment id, JSON. */
const form = /^4([0-3])(?:(\/[^,]{0,64})(?:,|$))?(\d{0,9})([[{].*)?$/s

/**
 * Parses a message of a Socket.IO client over WebSocket (protocol 5, Engine.IO 4), as far as our pages use it: only
 * text, and only clients request acknowledgments. Null if the text is no such packet.
 */
export function readPacket(text: string): SocketPacket | null {
  if (text === '3') return { kind: 'alive' }
  if (text === '1') return { kind: 'leave' }
  const [, kind, namespace = '/', id = '', json] = form.exec(text) ?? []
  if (kind === undefined) return null
  const body = readJson(json)
  if (kind === '0' && isRecord(body)) return { kind: 'join', namespace, auth: body }
  if (kind === '0' && json === undefined) return { kind: 'join', namespace, auth: {} }
  if (kind === '1') return { kind: 'leave' }
  if (!Array.isArray(body)) return null
  if (kind === '3') return { kind: 'answer' }
  const [event, first] = body as unknown[]
  return typeof event === 'string' ? { kind: 'event', namespace, id: id || null, event, body: first } : null
}

/** Parses JSON; undefined if missing or malformed. */
function readJson(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A ping. */
export const heartbeatText = '2'

/** The open packet: session id and parameters (ms, bytes). */
export function openText(sid: string, holds: { every: number; patience: number; bytes: number }): string {
  const { every, patience, bytes } = holds
  return `0${JSON.stringify({ sid, upgrades: [], pingInterval: every, pingTimeout: patience, maxPayload: bytes })}`
}

/** Confirms that the client joined a namespace. */
export function joinedText(namespace: string, sid: string): string {
  return `40${namespace},${JSON.stringify({ sid })}`
}

/** Refuses a namespace. */
export function notJoinedText(namespace: string, why: string): string {
  return `44${namespace === '/' ? '' : `${namespace},`}${JSON.stringify({ message: why })}`
}

/** An event of a namespace. */
export function eventText(namespace: string, event: string, body: unknown): string {
  return `42${namespace},${JSON.stringify([event, body])}`
}

/** An acknowledgment with the id that the client chose. */
export function answerText(namespace: string, id: string, body: unknown): string {
  return `43${namespace},${id}${JSON.stringify([body])}`
}

/** Disconnects a client from a namespace. */
export function leaveText(namespace: string): string {
  return `41${namespace},`
}
