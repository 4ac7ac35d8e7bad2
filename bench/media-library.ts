/**
 * Claim: a media library of 10,000 images shows its first page, a search and a tag within 300 ms, and an upload of 100
 * pictures of 5 MB keeps the server and its decoders below 400 MB. Prints the times beside the bare queries of the same
 * rows, and the uploads beside sharp alone. Exit code 1 if the claim fails. Needs a build.
 * Usage: node bench/media-library.ts [images, 0 for the uploads alone] [pictures]
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { searchableLabel } from '../src/api/media/queries.ts'
import { limits } from '../src/rules/limits.ts'
import { makeSession, makeUser } from '../src/testing/factories.ts'
import { type RunningServer, runServer } from '../src/testing/run-server.ts'
import { TestClient } from '../src/testing/test-client.ts'
import { type BenchApp, makeBenchApp, quantile } from './bench-app.ts'
import { family } from './processes.ts'

const [, , imageCount = '10000', pictureCount = '100'] = process.argv
const bars = { page: 300, memory: 400 }
const rounds = 50

/** Fills a library with images, a fortieth of them in each of 20 tags. */
async function fill({ services }: BenchApp, userId: number, count: number): Promise<void> {
  const { database } = services
  const share = Math.ceil(count / 40)
  await database.transaction(async (trx) => {
    for (let start = 0; start < count; start += 500) {
      const rows = Array.from({ length: Math.min(500, count - start) }, (_, index) => {
        const label = `Photo ${start + index} of ${['a lake', 'the team', 'Zürich', 'a chart'][index % 4]}`
        return {
          ...{ user_id: userId, team_id: null, key: `media/${randomBytes(16).toString('hex')}.jpg`, label },
          ...{ search_label: searchableLabel(label), content_type: 'image/jpeg', size: 300_000, width: 3000 },
          ...{ height: 2000, inline: false, hidden: false, content_hash: `${start + index}`, created_at: new Date() },
          renditions: JSON.stringify([960, 1920].map((width) => ({ width, height: 640, size: 50_000 }))),
        }
      })
      await trx.insertInto('media').values(rows).execute()
    }
    for (let tag = 0; tag < 20; tag++) {
      const { id } = await trx
        .insertInto('media_tags')
        .values({ user_id: userId, team_id: null, name: `Tag ${tag + 1}`, created_at: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow()
      const media = await trx
        .selectFrom('media')
        .select('id')
        .orderBy('id')
        .offset(tag * share)
        .limit(share)
        .execute()
      await trx
        .insertInto('media_tag_items')
        .values(media.map((row) => ({ tag_id: id, media_id: row.id })))
        .execute()
    }
  })
}

async function timed(work: (round: number) => Promise<unknown>, count = rounds): Promise<number[]> {
  const times: number[] = []
  for (let round = -3; round < count; round++) {
    const start = performance.now()
    await work(round)
    if (round >= 0) times.push(performance.now() - start)
  }
  return times
}

/** Prints the times of a request and of its query; true if the bar holds. */
function judge(name: string, times: number[], floor: number[], bar: number): boolean {
  const [p50, p95, bare] = [quantile(times, 0.5), quantile(times, 0.95), quantile(floor, 0.5)]
  const ratio = (p50 / bare).toFixed(1)
  const ms = (value: number) => value.toFixed(1)
  console.log(`  ${name}: p50 ${ms(p50)}, p95 ${ms(p95)} ms; the bare query ${ms(bare)} ms (${ratio} times)`)
  return p95 <= bar
}

async function measureLibrary(kind: 'sqlite' | 'postgres'): Promise<boolean> {
  const app = await makeBenchApp(kind)
  const user = await makeUser(app.services, { plan: 'pro' })
  await fill(app, user.id, Number(imageCount))
  const { cookie } = await makeSession(app.services, user)
  const client = new TestClient(app.server, app.services)
  client.setCookie('session', cookie)
  const get = async (path: string) => {
    const answer = await client.get(path)
    if (answer.status !== 200 || answer.body.total === 0) throw new Error(`${path}: ${answer.text.slice(0, 200)}`)
    return answer
  }
  const { read } = app.services.database
  const mine = () => read.selectFrom('media').selectAll().where('user_id', '=', user.id).orderBy('id', 'desc')
  const perPage = limits.list.perPageMax
  const pages = Math.ceil(Number(imageCount) / perPage)
  const tag = (await get('/api/v1/tags')).body.results[3].id as number
  const tagged = read.selectFrom('media_tag_items').select('media_id').where('tag_id', '=', tag)
  console.log(`${kind}, ${imageCount} images`)
  const held = [
    judge(
      'the first page',
      await timed(() => get(`/api/v1/media?per_page=${perPage}`)),
      await timed(() => mine().limit(perPage).execute()),
      bars.page,
    ),
    judge(
      'a search',
      await timed(() => get(`/api/v1/media?per_page=${perPage}&search=z%C3%BCrich`)),
      await timed(() => mine().where('search_label', 'like', '%zurich%').limit(perPage).execute()),
      bars.page,
    ),
    judge(
      'a tag',
      await timed(() => get(`/api/v1/media?per_page=${perPage}&tag=${tag}`)),
      await timed(() => mine().where('id', 'in', tagged).limit(perPage).execute()),
      bars.page,
    ),
    judge(
      'all tags',
      await timed(() => get('/api/v1/tags')),
      await timed(() => read.selectFrom('media_tag_items').selectAll().execute()),
      bars.page,
    ),
    judge(
      `the last of ${pages} pages`,
      await timed(() => get(`/api/v1/media?per_page=${perPage}&page=${pages}`)),
      await timed(() =>
        mine()
          .limit(perPage)
          .offset((pages - 1) * perPage)
          .execute(),
      ),
      bars.page,
    ),
  ]
  const whole = await timed(async () => {
    for (let page = 1; page <= pages; page++) await get(`/api/v1/media?per_page=${perPage}&page=${page}`)
  }, 3)
  console.log(`  the whole library in pages of ${perPage}: ${Math.round(quantile(whole, 0.5))} ms`)
  await app.close()
  return held.every(Boolean)
}

/** A JPEG of about 5 MB, with a comment that makes its bytes unique. */
function unique(jpeg: Buffer, number: number): Buffer {
  const comment = Buffer.from(`picture ${number}`)
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)])
}

/** MB of this process's descendants whose command line matches, shared memory divided. */
function memoryOf(command: RegExp): number {
  return family(process.pid)
    .filter((one) => command.test(one.command))
    .reduce((sum, { memory }) => sum + memory, 0)
}

/** Runs work, and samples memory meanwhile. */
async function watched(command: RegExp, work: () => Promise<unknown>): Promise<{ seconds: number; peak: number }> {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(command))
  }, 250)
  const start = performance.now()
  await work()
  clearInterval(timer)
  return { seconds: (performance.now() - start) / 1000, peak }
}

/** Cookies of a new account, and the CSRF token of its pages. */
async function signUp({ baseUrl }: RunningServer): Promise<Record<string, string>> {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(baseUrl + path, { ...init, headers: { cookie, origin: baseUrl, ...init.headers } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return { text: await answer.text(), cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  }
  const tokenIn = (page: string) => /<meta name="csrf-token" content="([^"]+)"/.exec(page)?.[1] ?? ''
  const token = tokenIn((await send('/about')).text)
  const user = { username: 'ann', email: 'ann@example.org', password: 'walrus-teapot-42' }
  const headers = { 'content-type': 'application/json', 'x-csrf-token': token }
  await send('/users.json', { method: 'POST', headers, body: JSON.stringify({ user }) })
  const page = await send('/about')
  return { cookie: page.cookie, origin: baseUrl, 'x-csrf-token': tokenIn(page.text) }
}

async function inPairs(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async () => {
    for (let number = next++; number < count; number = next++) await work(number)
  }
  await Promise.all(Array.from({ length: limits.upload.concurrency }, lane))
}

/** MB of the server once it has freed what its start left behind. */
async function settledMemory(server: RunningServer): Promise<number> {
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const now = server.memory() / 1e6
    if (now > before * 0.95) return now
    before = now
  }
}

async function measureUploads(): Promise<boolean> {
  const count = Number(pictureCount)
  const noise = { type: 'gaussian', mean: 128, sigma: 42 } as const
  const jpeg = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '', noise } })
    .jpeg({ quality: 95 })
    .toBuffer()
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  writeFileSync(join(folder, 'picture.jpg'), jpeg)
  const program = join(import.meta.dirname, 'sharp-alone.ts')
  const server = await runServer({ env: { BILLING: 'off', CONTENT_URL: '' } })
  try {
    const headers = await signUp(server)
    const upload = async (number: number) => {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(unique(jpeg, number))], { type: 'image/jpeg' }), `${number}.jpg`)
      const answer = await fetch(`${server.baseUrl}/api/v1/media`, { method: 'POST', headers, body })
      if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
    }
    const idle = await settledMemory(server)
    const uploads = await watched(/src\/main\.ts|encode-picture\.mjs/, () => inPairs(count, upload))
    const alone = await watched(/sharp-alone/, async () => {
      const child = spawn(process.execPath, [program, join(folder, 'picture.jpg'), String(count)], { stdio: 'inherit' })
      await new Promise((resolve) => child.once('exit', resolve))
    })
    console.log(`${count} pictures of ${(jpeg.byteLength / 1e6).toFixed(1)} MB, two at a time`)
    console.log(`  uploaded: ${uploads.seconds.toFixed(1)} s, at most ${Math.round(uploads.peak)} MB with all decoders`)
    console.log(`  the server idle before: ${Math.round(idle)} MB`)
    console.log(`  sharp alone: ${alone.seconds.toFixed(1)} s, at most ${Math.round(alone.peak)} MB`)
    console.log(`  ${(uploads.seconds / alone.seconds).toFixed(2)} times as long`)
    return uploads.peak <= bars.memory
  } finally {
    await server.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
}

const held = [await measureUploads()]
if (Number(imageCount) > 0) held.push(await measureLibrary('sqlite'), await measureLibrary('postgres'))
process.exitCode = held.every(Boolean) ? 0 : 1
