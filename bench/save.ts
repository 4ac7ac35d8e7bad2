/**
 * Claim: saving one changed slide costs the server the same for any deck length. Decks of 10, 100 and 1,000 slides (12
 * blocks each) are saved in turn through the real API; the baseline is the shortest deck in the same run. Exit code 1
 * if the longest takes more than 1.3 times as long. Usage: node bench/save.ts [sqlite|postgres|both] [saves]
 */
import { createHash, randomBytes } from 'node:crypto'
import { newBlockId, newSlideId } from '../src/document/ids.ts'
import { hashSessionId } from '../src/server/http/session.ts'
import { makeDeck, makeUser } from '../src/testing/factories.ts'
import { TestClient } from '../src/testing/test-client.ts'
import { type BenchApp, makeBenchApp, quantile } from './bench-app.ts'

const lengths = [10, 100, 1_000]
const bar = 1.3
const [, , which = 'both', count = '200'] = process.argv

function slideOf(text: string): string {
  const block = (n: number) =>
    `<div class="block" data-block-type="text" data-block-id="${newBlockId()}" style="left: ${n * 40}px; top: ${n * 40}px; width: 400px; height: 60px;"><p>${text}, block ${n}, with a few words to read</p></div>`
  return Array.from({ length: 12 }, (_, n) => block(n)).join('\n')
}

async function signIn(app: BenchApp): Promise<{ client: TestClient; userId: number }> {
  const user = await makeUser(app.services, { plan: 'pro' })
  const id = randomBytes(32).toString('base64url')
  const now = new Date()
  await app.services.database.write
    .insertInto('sessions')
    .values({
      id_hash: hashSessionId(id),
      family: createHash('sha256').update(id).digest('hex'),
      user_id: user.id,
      host: new URL(app.services.settings.baseUrl).host,
      user_agent: 'bench',
      address: '127.0.0.1',
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .execute()
  const client = new TestClient(app.server, app.services)
  client.setCookie('session', id)
  return { client, userId: user.id }
}

async function measure(kind: 'sqlite' | 'postgres'): Promise<number> {
  const app = await makeBenchApp(kind)
  const { client, userId } = await signIn(app)
  const decks = []
  for (const length of lengths) {
    const slides = Array.from({ length }, (_, n) => slideOf(`Slide ${n}`))
    const deck = await makeDeck(app.services, { id: userId }, { slides, title: `${length} slides` })
    decks.push({ length, deck, version: deck.version, times: [] as number[], sent: 0 })
  }
  // Warm-up rounds first: code is compiled and caches are filled for all decks.
  for (let round = -20; round < Number(count); round++) {
    for (const entry of decks) {
      const id = entry.deck.slideIds[Math.abs(round * 7) % entry.length] ?? newSlideId()
      const html = `<section data-id="${id}">${slideOf(`Round ${round}`)}</section>`
      const deck = {
        version: entry.version,
        save_id: randomBytes(12).toString('hex'),
        slides: { changed: { [id]: html } },
      }
      const start = performance.now()
      const answer = await client.put(`/api/v1/decks/${entry.deck.id}.json`, { deck })
      const took = performance.now() - start
      if (answer.status !== 200) throw new Error(answer.text)
      entry.version = answer.body.version
      if (round < 0) continue
      entry.times.push(took)
      entry.sent = answer.text.length + html.length
    }
  }
  console.log(`${kind}: ${count} saves of one slide in each deck`)
  for (const { length, times, sent } of decks) {
    const [middle, high] = [quantile(times, 0.5).toFixed(2), quantile(times, 0.95).toFixed(2)]
    console.log(
      `  ${String(length).padStart(5)} slides: median ${middle} ms, p95 ${high} ms, ${sent} bytes sent and answered`,
    )
  }
  const [short, long] = [decks[0], decks.at(-1)].map((entry) => quantile(entry?.times ?? [], 0.5))
  const ratio = (long ?? Number.NaN) / (short ?? Number.NaN)
  console.log(`  1,000 against 10 slides: ${ratio.toFixed(2)}x (bar ${bar}x) ${ratio <= bar ? 'ok' : 'MISSED'}`)
  await app.close()
  return ratio
}

const kinds = which === 'both' ? (['sqlite', 'postgres'] as const) : [which as 'sqlite' | 'postgres']
const ratios = []
for (const kind of kinds) ratios.push(await measure(kind))
process.exitCode = ratios.every((ratio) => ratio <= bar) ? 0 : 1
