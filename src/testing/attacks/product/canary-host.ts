import { createServer, type Socket } from 'node:net'

/** A host that must never be reached: every connection to it was caused by a deck. */
export interface CanaryHost {
  readonly port: number
  /** Data received since the last forget(): the beginning of each connection, '' if it sent nothing. */
  heard(): readonly string[]
  forget(): void
  close(): Promise<void>
}

/** Stored bytes per connection: a request's head, or the plain-text SNI of TLS. */
const kept = 3000

/** Listens on a local port. Browsers are directed there by `--host-resolver-rules`. */
export async function startCanaryHost(): Promise<CanaryHost> {
  const open = new Set<Socket>()
  let heard: { words: string }[] = []
  const server = createServer((socket) => {
    // Counted at once: a connection without data counts too.
    const line = { words: '' }
    heard.push(line)
    open.add(socket)
    socket.on('data', (bytes) => {
      line.words = (line.words + bytes.toString('latin1')).slice(0, kept)
      // 20 ms are enough to receive the host name; the server never answers.
      setTimeout(() => socket.destroy(), 20)
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    heard: () => heard.map(({ words }) => words),
    forget: () => {
      heard = []
    },
    close: () => {
      for (const socket of open) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
