import { connect, type Socket } from 'node:net'

/** Events of a raw client. */
export interface MemberEvents {
  /** The handshake is complete. */
  opened(member: RawMember): void
  /** A complete text message was received. */
  heard(member: RawMember, text: string): void
  /** The connection ended: close code, HTTP status of a refusal, or 0 if it broke. Called once. */
  ended(member: RawMember, code: number): void
}

/** Where clients connect. */
export interface MemberTarget {
  readonly port: number
  /** Host header: `localhost:3000`. */
  readonly host: string
  readonly path: string
  /** Source address, one of 127.0.0.x; each connection takes a port of it. */
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
}

const none = Buffer.alloc(0)

/**
 * A minimal WebSocket client for load tests: no library, no events, only frames. Parses complete and fragmented
 * messages and sends as little as possible.
 */
export class RawMember {
  /** Index for the test's own data. */
  readonly number: number
  readonly #socket: Socket
  readonly #events: MemberEvents
  #rest: Buffer = none
  #open = false
  #ended = false

  constructor(number: number, target: MemberTarget, events: MemberEvents) {
    this.number = number
    this.#events = events
    this.#socket = connect({
      port: target.port,
      host: '127.0.0.1',
      ...(target.from ? { localAddress: target.from } : {}),
    })
    this.#socket.setNoDelay(true)
    this.#socket.on('connect', () => this.#socket.write(handshake(target)))
    this.#socket.on('data', (bytes) => this.#read(bytes))
    this.#socket.on('error', () => this.#end(0))
    this.#socket.on('close', () => this.#end(0))
  }

  /** Sends a text, masked with zeros: clients must mask, with any key. */
  send(text: string): void {
    const body = Buffer.from(text)
    const long = body.length > 125
    const head = Buffer.alloc(long ? 8 : 6)
    head[0] = 0x81
    head[1] = 0x80 | (long ? 126 : body.length)
    if (long) head.writeUInt16BE(body.length, 2)
    this.#socket.write(Buffer.concat([head, body]))
  }

  /** Sends raw bytes. */
  sendRaw(bytes: Uint8Array): void {
    this.#socket.write(bytes)
  }

  /** Stops reading, like a page on a sleeping machine. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** Destroys the connection. */
  destroy(): void {
    this.#socket.destroy()
  }

  #end(code: number): void {
    if (this.#ended) return
    this.#ended = true
    this.#socket.destroy()
    this.#events.ended(this, code)
  }

  #read(bytes: Buffer): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    if (!this.#open && !this.#readHandshake()) return
    while (!this.#ended && this.#readFrame());
  }

  #readHandshake(): boolean {
    const end = this.#rest.indexOf('\r\n\r\n')
    if (end === -1) return false
    const status = Number(this.#rest.toString('latin1', 9, 12))
    this.#rest = this.#rest.subarray(end + 4)
    if (status !== 101) {
      this.#end(status)
      return false
    }
    this.#open = true
    this.#events.opened(this)
    return true
  }

  #readFrame(): boolean {
    const rest = this.#rest
    if (rest.length < 2) return false
    const short = (rest[1] as number) & 0x7f
    const head = short < 126 ? 2 : short === 126 ? 4 : 10
    if (rest.length < head) return false
    const length = head === 2 ? short : head === 4 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2))
    if (rest.length < head + length) return false
    const body = rest.subarray(head, head + length)
    this.#rest = rest.length === head + length ? none : rest.subarray(head + length)
    const kind = (rest[0] as number) & 0x0f
    if (kind === 1) this.#events.heard(this, body.toString('utf8'))
    else if (kind === 8) this.#end(length >= 2 ? body.readUInt16BE(0) : 1005)
    return true
  }
}

function handshake({ host, path, headers = {} }: MemberTarget): string {
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return [
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n`,
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
    ...more,
    '\r\n',
  ].join('')
}
