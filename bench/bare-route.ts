import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'

// The baseline of bench/page-rate.ts, as a separate process: a server that only sends the same headers and bytes.
// Usage: node bench/bare-route.ts ANSWERS-FILE; prints its port.

const answers = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  path: string
  headers: Record<string, string>
  base64: string
}[]
const app = Fastify()
for (const { path, headers, base64 } of answers) {
  const bytes = Buffer.from(base64, 'base64')
  app.get(path, (_request, reply) => reply.headers(headers).send(bytes))
}
await app.listen({ host: '127.0.0.1', port: 0 })
console.log((app.server.address() as AddressInfo).port)
process.once('disconnect', () => process.exit())
