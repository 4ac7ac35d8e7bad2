import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page of another site than the decks'. */
export interface OtherSite {
  readonly address: string
  close(): void
}

/** Serves one page under every path, with this body. */
export async function otherSite(body: string): Promise<OtherSite> {
  const html = `<!doctype html><html lang="en"><title>Elsewhere</title><body>${body}</body></html>`
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // An address rather than the name localhost, which makes it another site.
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => void server.close() }
}
