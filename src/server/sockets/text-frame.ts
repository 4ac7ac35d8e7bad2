/** A connection's own end, as far as it is written to directly. */
export interface RawSocket {
  readonly writable: boolean
  readonly writableLength: number
  write(bytes: Uint8Array): boolean
  once(event: 'drain', listener: () => void): unknown
}

/** The parts of a WebSocket that are used; the rest of the library's own shape is not relied on. */
interface WebSocketLike {
  readonly readyState: number
  readonly _socket?: RawSocket | null
  close(code: number, reason?: string): void
  terminate(): void
}

const open = 1

/**
 * One message as the bytes of one WebSocket frame (RFC 6455: final, text, unmasked as servers send). Made once, the same
 * bytes go to everybody.
 */
export function textFrame(text: string): Buffer {
  const body = Buffer.from(text)
  const { length } = body
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = 0x81
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  body.copy(frame, head)
  return frame
}

/** A Socket.IO event of a namespace as the text that is sent for it (protocol 5 over Engine.IO 4). */
export function eventText(namespace: string, event: string, body: unknown): string {
  return `42${namespace},${JSON.stringify([event, body])}`
}

/** The WebSocket under a Socket.IO connection; null when it is carried by anything else. */
export function webSocketOf(connection: unknown): WebSocketLike | null {
  const { transport } = connection as { transport?: { name?: string; socket?: WebSocketLike } }
  return transport?.name === 'websocket' && transport.socket ? transport.socket : null
}

/**
 * The connection under an open WebSocket, for frames that are ready. Whole frames may be written between those of the
 * library, because it writes each of its own in one go (nothing is compressed). Null when it cannot be written to.
 */
export function rawSocketOf(socket: WebSocketLike): RawSocket | null {
  const raw = socket._socket
  return socket.readyState === open && raw?.writable ? raw : null
}
