import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page of another site than the decks'. */
export interface OtherSite {
  readonly address: string
  close(): void
}

/** Serves one page with this body on every path. */
export async function otherSite(body: string): Promise<OtherSite> {
  const html = `<!doctype html><html lang="en"><title>Elsewhere</title><body>${body}</body></html>`
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // An IP address instead of localhost makes it another site.
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => void server.close() }
}
