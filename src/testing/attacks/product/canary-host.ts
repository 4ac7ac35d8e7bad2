import { createServer, type Socket } from 'node:net'

/** A host that nobody may ever speak to: every connection to it is something that a deck made a browser do. */
export interface CanaryHost {
  readonly port: number
  /** What was heard since the last forget(): the start of what each connection said, or '' when it said nothing. */
  heard(): readonly string[]
  forget(): void
  close(): Promise<void>
}

/** Bytes of a connection that are kept: a request's head, or the name in the clear that begins TLS. */
const kept = 3000

/** Opens a port of this machine for it. Browsers are sent there by `--host-resolver-rules`. */
export async function startCanaryHost(): Promise<CanaryHost> {
  const open = new Set<Socket>()
  let heard: { words: string }[] = []
  const server = createServer((socket) => {
    // Counted at once: a connection that says nothing has been made all the same.
    const line = { words: '' }
    heard.push(line)
    open.add(socket)
    socket.on('data', (bytes) => {
      line.words = (line.words + bytes.toString('latin1')).slice(0, kept)
      // Enough for a name; nobody is answered.
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
