/** The writable part of a TCP socket. */
export interface RawSocket {
  readonly writable: boolean
  readonly writableLength: number
  write(bytes: Uint8Array): boolean
  once(event: 'drain', listener: () => void): unknown
  cork(): void
  uncork(): void
}

/**
 * Encodes one message as a WebSocket frame (RFC 6455: final, text, unmasked as servers send). Encoded once, the same bytes
 * are sent to all sockets.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
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
  frame.write(text, head)
  return frame
}
