import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { messages } from '../../rules/messages.ts'
import { product } from '../../rules/product.ts'
import { plainPagePolicy } from './headers.ts'

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as it may stand in markup and in quoted attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)
}

const style = `
:root { color-scheme: light dark; font: 16px/1.55 ui-sans-serif, system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; } h2 { margin-top: 2.5rem; font-size: 1.2rem; } h3 { font-size: 1rem; }
code, pre { font: 0.875em/1.5 ui-monospace, monospace; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
details, article { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 8px; margin: 0.5rem 0; }
summary, article { padding: 0.6rem 0.9rem; } summary { cursor: pointer; } details > div { padding: 0 0.9rem 0.6rem; }
summary:focus-visible, a:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
.method { display: inline-block; min-width: 4.2rem; font-weight: 700; } .quiet { opacity: 0.72; }
`

/** Sends a small page that needs no script: `body` is markup, everything people wrote in it already escaped. */
export function sendPlainPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style nonce="${nonce}">${style}</style></head><body>${body}</body></html>`
  return reply.header('content-security-policy', plainPagePolicy(nonce)).type('text/html; charset=utf-8').send(html)
}

/** Seconds after which a page that could not be made tries again by itself. */
const again = 5

/** Sends the page that needs nothing but this process: for while the database is away. */
export function sendAwayPage(reply: FastifyReply): FastifyReply {
  const body = `<h1>Just a moment</h1><p>${escaped(messages.access.databaseAway)}.</p>
<p>Nothing that was saved is lost. This page tries again by itself.</p>`
  reply
    .code(503)
    .header('retry-after', String(again))
    .header('refresh', String(again))
    .header('cache-control', 'no-store')
  return sendPlainPage(reply, product.name, body)
}
