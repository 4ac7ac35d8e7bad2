import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { revealClasses, themeVariablesCss } from '../src/document/output/theme-variables.ts'

// The peer of bench/deck-page.ts, as a separate process: the page of reveal.js's documentation with the same slides,
// theme and fonts, compressed and cacheable as any web server would send it. Usage: node bench/bare-reveal.ts
// SLIDES-FILE; prints its URL.

const root = join(import.meta.dirname, '..')
const reveal = join(root, 'node_modules/reveal.js/dist')
const player = join(root, 'dist/player')
const theme = { theme_color: 'white-blue', theme_font: 'montserrat', slide_size: '960x700', center: false, rtl: false }

/** A built style sheet, by the prefix of its name. */
function styles(name: string): string {
  const file = existsSync(player) && readdirSync(player).find((one) => one.startsWith(name) && one.endsWith('.css'))
  if (!file) throw new Error('There is no build of the player; run npm run build')
  return readFileSync(join(player, file), 'utf8')
}

const slides = readFileSync(process.argv[2] ?? '', 'utf8')
// The class disables our player's critical CSS: the peer is plain reveal.js.
const page = `<!doctype html>
<html lang="en" class="started"><head><meta charset="utf-8"><title>The same deck</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/reset.css"><link rel="stylesheet" href="/reveal.css"><link rel="stylesheet" href="/theme.css">
</head><body>
<div class="${revealClasses(theme)}"><div class="slides">${slides}</div></div>
<script src="/reveal.js"></script>
<script>Reveal.initialize({ width: 960, height: 700, hash: true })</script>
</body></html>`

const text = (type: string, body: string | Buffer) => ({ type: `${type}; charset=utf-8`, body: gzipSync(body) })
const files = new Map([
  ['/', text('text/html', page)],
  ['/elsewhere', text('text/html', '<!doctype html><title>Another site</title><p>Where people come from.')],
  ['/reset.css', text('text/css', readFileSync(join(reveal, 'reset.css')))],
  ['/reveal.css', text('text/css', readFileSync(join(reveal, 'reveal.css')))],
  ['/theme.css', text('text/css', themeVariablesCss(theme) + styles('slides-') + styles('font-montserrat-'))],
  ['/reveal.js', text('text/javascript', readFileSync(join(reveal, 'reveal.js')))],
])

// Read at once: a concurrent build would delete them.
const fonts = new Map(
  readdirSync(player)
    .filter((name) => name.endsWith('.woff2'))
    .map((name) => [`/a/${name}`, readFileSync(join(player, name))]),
)

const server = createServer((request, response) => {
  const url = request.url ?? ''
  const font = fonts.get(url)
  if (font) {
    response.writeHead(200, { 'content-type': 'font/woff2', 'cache-control': 'max-age=3600' })
    return response.end(font)
  }
  const file = files.get(url)
  if (!file) return response.writeHead(404).end()
  const headers = { 'content-type': file.type, 'content-encoding': 'gzip', 'cache-control': 'max-age=3600' }
  return response.writeHead(200, headers).end(file.body)
})
server.listen(0, '127.0.0.1', () => console.log(`http://localhost:${(server.address() as AddressInfo).port}/`))
process.once('disconnect', () => process.exit())
