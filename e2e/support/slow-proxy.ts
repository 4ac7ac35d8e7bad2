import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/**
 * A proxy between a browser and the server, for what `page.route` does not see: requests that outlive their page. It holds
 * requests of a method back until `release`. What the browser gives up meanwhile never reaches the server.
 */
export async function slowProxy(method: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const held: string[] = []
  const take = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const isHeld = asked.method === method
    if (isHeld) held.push(asked.url ?? '')
    if (isHeld) await released
    if (!answer.destroyed) forward(asked, answer)
  }
  const server = createServer((asked, answer) => void take(asked, answer))
  server.on('connect', tunnel)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = async (): Promise<void> => {
    release()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  const { port } = server.address() as AddressInfo
  // Browsers ask the own machine past proxies otherwise.
  return { options: { server: `http://127.0.0.1:${port}`, bypass: '<-loopback>' }, held, release, close }
}

function forward(asked: IncomingMessage, answer: ServerResponse): void {
  const { hostname, port, pathname, search } = new URL(asked.url ?? '')
  const { method, headers } = asked
  const sent = request({ hostname, port, path: pathname + search, method, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(answer)
  })
  sent.on('error', () => answer.destroy())
  asked.pipe(sent)
}

/** Web sockets. */
function tunnel(asked: IncomingMessage, browser: Socket): void {
  const { hostname, port } = new URL(`http://${asked.url}`)
  const server = connect(Number(port), hostname, () => {
    browser.write('HTTP/1.1 200 OK\r\n\r\n')
    server.pipe(browser)
    browser.pipe(server)
  })
  server.on('error', () => browser.destroy())
  browser.on('error', () => server.destroy())
  browser.on('close', () => server.destroy())
}
