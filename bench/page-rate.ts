/**
 * Claim: one process answers requests for a public deck page, and for its deck's frame, at no less than three tenths of
 * the rate of a bare route of the same framework that sends the same bytes, in the same run. Requests are like those of
 * visitors: each from an IP address of its own, most of them returning. All answers must be complete. Exit code 1 if
 * the claim fails. Usage: node bench/page-rate.ts [seconds] [connections]
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { deckAuthor } from '../src/testing/deck-author.ts'
import { runServer } from '../src/testing/run-server.ts'
import { quantile } from './bench-app.ts'
import { benchBrowser } from './bench-browser.ts'
import { benchSlides } from './bench-deck.ts'

const [, , seconds = '5', connections = '20'] = process.argv
const rounds = 3
/** Number of simulated visitors. */
const visitors = 500
/** Each visitor's cookies after the first visit. */
const cookies: string[] = []

interface Answer {
  readonly headers: Record<string, string>
  readonly base64: string
}

/** A visitor's address and cookies. */
function headersOf(visitor: number): Record<string, string> {
  const from = { 'x-forwarded-for': `10.1.${visitor >> 8}.${visitor & 255}` }
  const cookie = cookies[visitor]
  return cookie === undefined ? from : { ...from, cookie }
}

/** The first visit of all visitors, each with a fresh browser. */
async function comeOnce(address: URL): Promise<void> {
  for (let visitor = 0; visitor < visitors; visitor++) {
    const { headers } = await ask(address, visitor)
    const given = /visitor=[^;,]+/.exec(headers['set-cookie'] ?? '')?.[0]
    if (given === undefined) throw new Error('A first visit got no cookie')
    cookies[visitor] = given
  }
}

/** Requests a URL of one of our hosts from this machine. */
function ask(address: URL, visitor = 0): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { ...headersOf(visitor), host: address.host, 'accept-encoding': 'gzip' }
    const options = { host: '127.0.0.1', port: address.port, path: address.pathname, headers }
    request(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const left = ['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding']
        const kept = Object.entries(response.headers).filter(([name]) => !left.includes(name))
        const entries = kept.map(([name, value]): [string, string] => [name, String(value)])
        resolve({ headers: Object.fromEntries(entries), base64: Buffer.concat(chunks).toString('base64') })
      })
    })
      .on('error', reject)
      .end()
  })
}

/** Requests per second of one URL. */
async function rate(port: number | string, address: URL): Promise<number> {
  let sent = 0
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${address.pathname}`,
    connections: Number(connections),
    duration: Number(seconds),
    requests: [
      {
        setupRequest: (given) => {
          sent += 1
          const own = headersOf(sent % visitors)
          return { ...given, headers: { ...own, host: address.host, 'accept-encoding': 'gzip' } }
        },
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0) {
    console.error(`${address}: ${result.non2xx} refused, ${result.errors} without an answer`)
    process.exitCode = 1
  }
  return result.requests.average
}

async function startFloor(answers: readonly (Answer & { path: string })[]): Promise<{ port: string; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-floor-'))
  const file = join(folder, 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-route.ts'), file], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const port = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The floor could not be started')))
    child.stdout?.once('data', (line: Buffer) => resolve(line.toString().trim()))
  })
  rmSync(folder, { recursive: true, force: true })
  return {
    port,
    stop: () => {
      child.removeAllListeners('exit')
      child.disconnect()
    },
  }
}

const server = await runServer({ env: { TRUST_PROXY: '127.0.0.1' } })
try {
  const browser = await benchBrowser()
  const author = await deckAuthor(await browser.newContext(), server.baseUrl)
  const page = new URL(await author.publish('Bench', benchSlides(30)))
  await browser.close()
  const html = Buffer.from((await ask(page)).base64, 'base64').toString()
  const frame = new URL(/<iframe[^>]* src="([^"]+)"/.exec(html)?.[1] ?? '')
  const measured = [
    { name: 'deck page', address: page, bar: 0.3 },
    { name: 'deck frame', address: frame, bar: 0.3 },
  ]
  await comeOnce(page)
  const answers = []
  for (const { address } of measured) answers.push({ ...(await ask(address)), path: address.pathname })
  const floor = await startFloor(answers)
  console.log(`requests a second, ${connections} connections, median of ${rounds} runs of ${seconds} s each`)
  for (const { name, address, bar } of measured) {
    const [ours, bare]: [number[], number[]] = [[], []]
    // Warm-up, not measured: the first thousands of requests run uncompiled code, on both sides.
    for (const port of [server.port, floor.port]) await rate(port, address)
    for (let round = 0; round < rounds; round++) {
      ours.push(await rate(server.port, address))
      bare.push(await rate(floor.port, address))
    }
    const [mine, theirs] = [quantile(ours, 0.5), quantile(bare, 0.5)]
    const share = `${((100 * mine) / theirs).toFixed(0)} % of a bare route with the same bytes (${theirs.toFixed(0)})`
    const holds = mine / theirs >= bar
    console.log(`  ${name}: ${mine.toFixed(0)}, ${share}; bar ${100 * bar} % ${holds ? 'ok' : 'MISSED'}`)
    if (!holds) process.exitCode = 1
  }
  floor.stop()
} finally {
  await server.dispose()
}
