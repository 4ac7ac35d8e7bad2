import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sanitize } from '../../document/sanitize/sanitize.ts'
import { hit } from '../../testing/attacks/attack.ts'
import { pictureAttacks } from '../../testing/attacks/picture-attacks.ts'
import { svgFileAttacks } from '../../testing/attacks/svg-attacks.ts'
import { brokenSvgLaws } from '../../testing/attacks/svg-laws.ts'
import { videoAttacks } from '../../testing/attacks/video-attacks.ts'
import { makeTeam } from '../../testing/factories.ts'
import { joined } from '../../testing/team-people.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../testing/test-app.ts'

/** Every way of uploading a picture. Drawings are accepted by the libraries only. */
const ways = [
  '/api/v1/media',
  '/api/v1/team/media',
  '/api/v1/users/picture',
  '/api/v1/team/logo',
  '/api/v1/admin/instance/logo',
]
const libraries = ways.slice(0, 2)

/** Limit of an upload's time in ms, and of a decoder's memory in kB. */
const allowed = { time: 12_000, memory: 450_000 }

let app: TestApp
let ann: TestPerson
let peak = 0
const timers = new Set<NodeJS.Timeout>()

/** Watches the memory of decoder processes, where the system reports it. */
function watch(message: unknown): void {
  const child = (message as { process: ChildProcess }).process
  child.once('spawn', () => {
    const file = `/proc/${child.pid}/status`
    const timer = setInterval(() => {
      if (!existsSync(file)) return
      try {
        peak = Math.max(peak, Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 0))
      } catch {
        // It has ended.
      }
    }, 20)
    timers.add(timer)
    child.once('exit', () => clearInterval(timer))
  })
}

beforeAll(async () => {
  app = await makeTestApp('sqlite', { settings: { videoUploads: true } })
  Object.assign(app.services.limits, { take: async () => ({ allowed: true, retryAfter: 0 }) })
  const { id } = await makeTeam(app.services, 'acme')
  ann = await joined(app, id, 'owner')
  await app.services.database.write.updateTable('users').set({ operator: true }).where('id', '=', ann.user.id).execute()
  subscribe('child_process', watch)
})
afterAll(async () => {
  unsubscribe('child_process', watch)
  for (const timer of timers) clearInterval(timer)
  await app.close()
})

async function upload(way: string, bytes: Buffer, type: string, name = 'a.png') {
  const head = `--b-b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b-b--\r\n')])
  const start = performance.now()
  const headers = { 'content-type': 'multipart/form-data; boundary=b-b' }
  const answer = await ann.request('POST', way, { body, headers })
  expect(performance.now() - start).toBeLessThan(allowed.time)
  return answer
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = []
  for await (const key of app.services.files.list()) keys.push(key)
  return keys
}

async function storedFile(key: string): Promise<Buffer> {
  return Buffer.from((await app.services.files.read(key)) ?? [])
}

const made = new Map<object, Buffer>()

/** The file of an attack. It is made once: some take a second. */
async function fileOf(attack: { readonly bytes: () => Promise<Buffer> | Buffer }): Promise<Buffer> {
  const file = made.get(attack.bytes) ?? (await attack.bytes())
  made.set(attack.bytes, file)
  return file
}

// Each attack goes through the user's library, and one of the other ways in turn.
test.each(pictureAttacks.map((attack, index) => ({ ...attack, other: ways[1 + (index % 4)] as string })))(
  '$name is refused, or stored as its pixels only',
  async ({ type, other, ...attack }) => {
    const file = await fileOf(attack)
    peak = 0
    for (const way of [ways[0] as string, other]) {
      const before = new Set(await storedKeys())
      const { status } = await upload(way, file, type)
      expect([200, 201, 422]).toContain(status)
      const added = (await storedKeys()).filter((key) => !before.has(key))
      if (status === 422) expect(added).toEqual([])
      for (const key of added) {
        const stored = await storedFile(key)
        expect(stored.includes(hit)).toBe(false)
        expect((await sharp(stored).metadata()).format).toMatch(/^(?:png|jpeg|gif|webp)$/)
      }
    }
    expect(peak).toBeLessThan(allowed.memory)
  },
  60_000,
)

test.each(libraries)(
  '%s stores no drawing that runs, loads or links',
  async (way) => {
    const clean = (svg: string) => {
      const rules = { context: 'svg-file', customClasses: false, mediaHosts: [], appHosts: [] } as const
      return sanitize(svg, rules).html
    }
    const broken: string[] = []
    for (const { name, source } of svgFileAttacks) {
      const { status, body } = await upload(way, Buffer.from(source), 'image/svg+xml', 'a.svg')
      if (status === 422) continue
      const stored = await app.services.files.read(String(body.url).replace('/m/', 'media/'))
      broken.push(...brokenSvgLaws(String(Buffer.from(stored ?? [])), clean).map((law) => `${name}: ${law}`))
      if (status !== 201) broken.push(`${name}: ${status}`)
    }
    expect(broken).toEqual([])
  },
  120_000,
)

test.each(ways.slice(2))('%s accepts no drawing at all', async (way) => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>')
  expect((await upload(way, svg, 'image/svg+xml', 'a.svg')).status).toBe(422)
})

// Libraries read them; the other ways have the decoder of images, whose attacks are above.
const videoWays = videoAttacks.map((attack, index) => ({
  ...attack,
  other: ways[1 + (index % 9 < 3 ? 1 + (index % 3) : 0)] as string,
}))

test.each(videoWays)('$name is refused as a video, or stored without it', async ({ type, other, ...attack }) => {
  const file = await fileOf(attack)
  const memory = process.memoryUsage.rss()
  for (const way of [libraries[0] as string, other]) {
    const before = new Set(await storedKeys())
    const { status } = await upload(way, file, type, `a.${type.slice(6)}`)
    const added = (await storedKeys()).filter((key) => !before.has(key))
    expect([200, 201, 422]).toContain(status)
    if (status === 422 || !libraries.includes(way)) expect(added).toEqual([])
    for (const key of added) {
      expect(key).toMatch(/\.(?:mp4|webm)$/)
      const stored = await storedFile(key)
      expect([stored.includes(hit), stored.includes('+47.36')]).toEqual([false, false])
    }
  }
  expect(process.memoryUsage.rss() - memory).toBeLessThan(200_000_000)
})

test('the attacks contain what must not be stored', async () => {
  const files = await Promise.all(pictureAttacks.slice(-7).map(fileOf))
  expect(files.filter((file) => file.includes(hit)).length).toBeGreaterThan(4)
  const videos = await Promise.all(videoAttacks.map(fileOf))
  expect(videos.filter((file) => file.includes(hit)).length).toBeGreaterThan(8)
  expect(svgFileAttacks.length).toBeGreaterThan(100)
})
