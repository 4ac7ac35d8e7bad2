import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

/** Counts every connection and packet that reaches a port of this machine, also without a request. */
export interface Listener {
  readonly port: number
  /** Connections and packets since the last call, with the beginning of what they sent. */
  take(): string[]
  close(): Promise<void>
}

/** An answer that leads on to the listener, for requests that follow redirects. */
const answer = (port: number) =>
  `HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:${port}/redirected\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`

/** Listens on all addresses of this machine, by TCP and UDP. */
export async function listen(): Promise<Listener> {
  let reached: string[] = []
  const server = createServer((socket) => {
    reached.push('a connection')
    socket.on('error', () => {})
    socket.once('data', (data) => {
      reached.push(data.toString('latin1').split('\r\n', 1)[0] ?? '')
      socket.end(answer(port))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: 0, host: '::', ipv6Only: false }, resolve)
  })
  const { port } = server.address() as AddressInfo
  const packets = createSocket({ type: 'udp6', ipv6Only: false }, () => reached.push('a packet'))
  await new Promise<void>((resolve) => packets.bind(port, '::', resolve))
  return {
    port,
    take() {
      const taken = reached
      reached = []
      return taken
    },
    async close() {
      packets.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
