/** What a page says, one text message each. */
export type SocketPacket =
  /** It answers a heartbeat. */
  | { readonly kind: 'alive' }
  /** It asks for a namespace, with whatever says who it is. */
  | { readonly kind: 'join'; readonly namespace: string; readonly auth: Readonly<Record<string, unknown>> }
  /** It says something; `id` names the answer that it waits for, null when it waits for none. */
  | {
      readonly kind: 'event'
      readonly namespace: string
      readonly id: string | null
      readonly event: string
      readonly body: unknown
    }
  /** It leaves. */
  | { readonly kind: 'leave' }
  /** An answer to a question that nobody asked. */
  | { readonly kind: 'answer' }

/** A Socket.IO packet inside an Engine.IO message: its kind, its namespace, the id of the answer, and its JSON. */
const form = /^4([0-3])(?:(\/[^,]{0,64})(?:,|$))?(\d{0,9})([[{].*)?$/s

/**
 * Reads what a Socket.IO client sends over a WebSocket (protocol 5 over Engine.IO 4), as far as our pages speak it: text
 * only, and answers are only asked for by pages. Null: not these words.
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

/** Undefined when there is none, or what stands there is broken. */
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

/** Asks a page whether it is still there. */
export const heartbeatText = '2'

/** The first words on a connection: its name and what holds for it (ms, bytes). */
export function openText(sid: string, holds: { every: number; patience: number; bytes: number }): string {
  const { every, patience, bytes } = holds
  return `0${JSON.stringify({ sid, upgrades: [], pingInterval: every, pingTimeout: patience, maxPayload: bytes })}`
}

/** A page is in a namespace. */
export function joinedText(namespace: string, sid: string): string {
  return `40${namespace},${JSON.stringify({ sid })}`
}

/** A page is not let into a namespace. */
export function notJoinedText(namespace: string, why: string): string {
  return `44${namespace === '/' ? '' : `${namespace},`}${JSON.stringify({ message: why })}`
}

/** An event of a namespace. */
export function eventText(namespace: string, event: string, body: unknown): string {
  return `42${namespace},${JSON.stringify([event, body])}`
}

/** The answer that a page waits for under an id. */
export function answerText(namespace: string, id: string, body: unknown): string {
  return `43${namespace},${id}${JSON.stringify([body])}`
}

/** The server ends a page's part in a namespace. */
export function leaveText(namespace: string): string {
  return `41${namespace},`
}
