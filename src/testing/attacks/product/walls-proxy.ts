import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** The enabled protections around a deck; the sanitizer is not part of the proxy. */
export interface Walls {
  /** The CSPs of all responses. */
  readonly policy: boolean
  /** Keeps decks out of the app's origin: sandboxes, as attribute and header. Hosts are configured in the server. */
  readonly origin: boolean
}

/** A proxy that removes protections from a server's responses. */
export interface WallsProxy {
  readonly port: number
  /** Sets the server's port; before that nothing is answered. */
  leadTo(port: number): void
  /** Sets the enabled protections. */
  stand(walls: Walls): void
  close(): Promise<void>
}

/** The beginning of every deck frame's sandbox, in attributes and JSON. */
const frameAbilities = /allow-scripts allow-forms/g
const everything = 'allow-same-origin allow-modals allow-top-navigation allow-scripts allow-forms'
/** The canvas's sandbox, in the editor's script. */
const canvasAbilities = /(["'`])allow-same-origin\1/g

/** Starts the proxy on a free port with all protections enabled. */
export async function startWallsProxy(): Promise<WallsProxy> {
  let target = 0
  let walls: Walls = { policy: true, origin: true }
  const server = createServer((asked, answer) => pass(asked, answer, target, walls))
  server.on('upgrade', (asked: IncomingMessage, socket: Duplex, head: Buffer) =>
    passSocket(asked, socket, head, target),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    leadTo: (port) => {
      target = port
    },
    stand: (next) => {
      walls = next
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function pass(asked: IncomingMessage, answer: ServerResponse, port: number, walls: Walls): void {
  // Rewritten responses must be uncompressed and uncached.
  const { 'accept-encoding': _encoding, 'if-none-match': _match, ...headers } = asked.headers
  const options = { host: '127.0.0.1', port, method: asked.method, path: asked.url, headers }
  const onward = request(options, (found) => {
    const type = found.headers['content-type'] ?? ''
    const rewritten = !walls.origin && /text\/html|javascript/.test(type)
    answer.writeHead(found.statusCode ?? 502, headersUnder(found.headers, walls, rewritten))
    if (!rewritten) return void found.pipe(answer)
    const parts: Buffer[] = []
    found.on('data', (part: Buffer) => parts.push(part))
    found.on('end', () => answer.end(withoutSandbox(Buffer.concat(parts).toString())))
  })
  onward.on('error', () => answer.destroy())
  asked.pipe(onward)
}

function withoutSandbox(text: string): string {
  return text.replace(frameAbilities, everything).replace(canvasAbilities, '$1allow-same-origin allow-scripts$1')
}

function headersUnder(found: IncomingHttpHeaders, walls: Walls, rewritten: boolean): IncomingHttpHeaders {
  const { 'content-security-policy': policy, ...others } = found
  const headers: IncomingHttpHeaders = { ...others, 'cache-control': 'no-store' }
  if (rewritten) delete headers['content-length']
  const left = directives(typeof policy === 'string' ? policy : '').filter((directive) =>
    /^sandbox\b/.test(directive) ? walls.origin : walls.policy,
  )
  return left.length > 0 ? { ...headers, 'content-security-policy': left.join('; ') } : headers
}

function directives(policy: string): string[] {
  return policy.split(/;\s*/).filter((directive) => directive !== '')
}

function passSocket(asked: IncomingMessage, socket: Duplex, head: Buffer, port: number): void {
  const onward = connect(port, '127.0.0.1', () => {
    const lines = [`${asked.method} ${asked.url} HTTP/1.1`]
    for (let at = 0; at < asked.rawHeaders.length; at += 2) {
      lines.push(`${asked.rawHeaders[at]}: ${asked.rawHeaders[at + 1]}`)
    }
    onward.write(`${lines.join('\r\n')}\r\n\r\n`)
    onward.write(head)
    onward.pipe(socket).pipe(onward)
  })
  onward.on('error', () => socket.destroy())
  socket.on('error', () => onward.destroy())
}
