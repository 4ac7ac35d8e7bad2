import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '../../rules/limits.ts'
import { RawMember } from '../../testing/crowd/raw-member.ts'
import { makeDeck } from '../../testing/factories.ts'
import { type LiveTestSocket, openLive, portOf } from '../../testing/live-socket.ts'
import { randomFrames } from '../../testing/random-frames.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { waitFor } from '../../testing/wait-for.ts'

/** `off` disables the permission rules: the control test shows that these tests would detect an accepted forgery. */
const rules = vi.hoisted(() => ({ off: false }))
vi.mock('../../rules/permissions.ts', async (original) => {
  const real = await original<typeof import('../../rules/permissions.ts')>()
  const decideDeck: typeof real.decideDeck = (...question) => (rules.off ? 'allow' : real.decideDeck(...question))
  return { ...real, decideDeck }
})

/** Frames of the random test; `npm run attack` sends many more. */
const frames = Number(process.env.ATTACK ?? 1_500)

let app: TestApp
let owner: TestPerson
let editor: TestPerson
let stranger: TestPerson
let deckId: number
let otherId: number
let presenter: LiveTestSocket
let member: LiveTestSocket

beforeAll(async () => {
  app = await makeTestApp('sqlite')
  ;[owner, editor, stranger] = [await app.person(), await app.person(), await app.person()]
})
afterAll(() => app.close())

beforeEach(async () => {
  deckId = (await makeDeck(app.services, owner.user)).id
  otherId = (await makeDeck(app.services, stranger.user)).id
  const row = { deck_id: deckId, user_id: editor.user.id, role: 'editor', active: true, status: 'viewing' } as const
  await app.services.database.write
    .insertInto('deck_users')
    .values({ ...row, created_at: new Date() })
    .execute()
  presenter?.close()
  member?.close()
  presenter = await openLive(app, owner)
  await presenter.subscribe({ deck_id: deckId, publisher: true, publisher_id: 'real' })
  await presenter.publish(deckId, 'real', { indexh: 1 })
  member = await openLive(app, app.visitor())
  await member.subscribe({ deck_id: deckId, publisher: false })
})

interface Hostile {
  readonly heard: string[]
  send(text: string): void
  sendRaw(bytes: Uint8Array): void
  /** The close code, or the HTTP status of a refusal; null while open. */
  code(): number | null
  /** Resolves when the server has read everything sent so far: it has answered, or has closed. */
  settled(): Promise<void>
  close(): void
}

const live = '/socket.io/?EIO=4&transport=websocket'

/** `join`: the namespace connect packet, sent once the connection is open. */
async function hostile(client: TestClient, path = live, join = '40/live,'): Promise<Hostile> {
  const host = new URL(app.services.settings.baseUrl).host
  const session = client.cookie('session')
  const heard: string[] = []
  let [code, probes]: [number | null, number] = [null, 100]
  const headers = { origin: `http://${host}`, ...(session ? { cookie: `session=${session}` } : {}) }
  const raw = new RawMember(
    0,
    { port: await portOf(app), host, path, headers },
    {
      opened: () => {},
      heard: (own, text) => {
        heard.push(text)
        if (text[0] === '0') own.send(join)
      },
      ended: (_own, given) => {
        code = given
      },
    },
  )
  await waitFor(() => code !== null || heard.some((text) => text.startsWith('40/live')))
  return {
    heard,
    ...{ send: (text: string) => raw.send(text), sendRaw: (bytes: Uint8Array) => raw.sendRaw(bytes) },
    code: () => code,
    settled: async () => {
      const probe = String(probes++)
      raw.send(`42/live,${probe}["message",{}]`)
      await waitFor(() => code !== null || heard.some((text) => text.startsWith(`43/live,${probe}[`)))
    },
    close: () => raw.destroy(),
  }
}

const say = (event: string, body: unknown, id = '') => `42/live,${id}${JSON.stringify([event, body])}`
const forged = (more: object = {}) =>
  say('message', { deck_id: deckId, publisher_id: 'real', state: '{"indexh":66}', ...more })
const ask = (more: object = {}) =>
  say('subscribe', { deck_id: deckId, publisher: true, publisher_id: 'real', ...more }, '1')

/** Checks that all followers still follow the presenter and never showed another position. */
async function stillTrue(): Promise<void> {
  await presenter.publish(deckId, 'real', { indexh: 2 })
  await waitFor(() => member.states.at(-1)?.indexh === 2)
  expect(new Set(member.states.map(({ indexh }) => indexh))).toEqual(new Set([1, 2]))
  expect(member.counts.every((count) => count >= 0 && count < 10)).toBe(true)
  expect(member.closed()).toBe(null)
}

const nested = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
const attacks: readonly [name: string, who: 'visitor' | 'stranger' | 'editor', texts: () => string[]][] = [
  ['a move without following', 'visitor', () => [forged()]],
  ['a move by one of the audience', 'visitor', () => [ask({ publisher: false, publisher_id: undefined }), forged()]],
  ['presenting without an account', 'visitor', () => [ask(), forged()]],
  ['presenting a deck of another user', 'stranger', () => [ask(), forged()]],
  ['presenting from a speaker view', 'stranger', () => [ask({ view: 'speaker', publisher_id: 's' }), forged()]],
  ['the id of another page', 'editor', () => [ask({ publisher_id: 'mine', again: true }), forged()]],
  [
    'a page that reconnects after another took over',
    'editor',
    () => [ask({ publisher_id: 'old', again: true }), forged({ publisher_id: 'old' })],
  ],
  ['joining one deck, moving another', 'stranger', () => [ask({ deck_id: otherId, publisher_id: 'real' }), forged()]],
  ['two decks with one socket', 'stranger', () => [ask({ deck_id: otherId }), ask(), forged()]],
  [
    'events of the server',
    'visitor',
    () => [say('subscribers', { deck_id: deckId, subscribers: 9_999 }), say('retry_after', { ms: 0 })],
  ],
  [
    'reserved events of Socket.IO',
    'visitor',
    () => ['42/live,["connect"]', '42/live,["disconnect"]', '42/live,["error",1]', '42/live,["newListener"]'],
  ],
  ['the main namespace', 'visitor', () => ['40', `42${forged().slice(7)}`]],
  ['an unknown namespace', 'visitor', () => ['40/editors,', '40/admin,{"token":"x"}']],
  [
    'a second namespace connect',
    'visitor',
    () => ['40/live,{"token":{"$ne":1}}', '40/live,{"__proto__":{"admin":true}}', ask()],
  ],
  ['broken packets', 'visitor', () => ['42/live,[', '42/live,["message"', '4', '42/live']],
  [
    'a binary packet without its attachment',
    'visitor',
    () => ['451-/live,["message",{"_placeholder":true,"num":0}]', forged()],
  ],
  [
    'invalid numbers',
    'visitor',
    () => [ask({ deck_id: 1e308 }), ask({ deck_id: '1' }), ask({ deck_id: -1 }), ask({ deck_id: null })],
  ],
  [
    'names of built-in properties',
    'editor',
    () => [
      ask({ publisher_id: '__proto__', again: true }),
      say('message', JSON.parse('{"__proto__":{"deck_id":1},"constructor":1}')),
    ],
  ],
  [
    'deep nesting',
    'editor',
    () => [say('message', { deck_id: deckId, publisher_id: 'real', state: nested }), `42/live,["message",${nested}]`],
  ],
  [
    'acknowledgments that nobody requested',
    'visitor',
    () => ['43/live,0[{"ok":true}]', '43/live,99999[1]', '41/live,'],
  ],
  [
    'unknown fields',
    'stranger',
    () => [
      ask({ role: 'owner', user_id: 1 }),
      say('subscribe', [deckId, true]),
      say('subscribe', null),
      '42/live,["subscribe"]',
    ],
  ],
]

test.each(attacks)('the audience follows only the presenter despite %s', async (_name, who, texts) => {
  const client = who === 'visitor' ? app.visitor() : who === 'stranger' ? stranger : editor
  const enemy = await hostile(client)
  for (const text of texts()) enemy.send(text)
  await enemy.settled()
  await stillTrue()
  enemy.close()
})

const bring = (subscribe: unknown) => `40/live,${JSON.stringify({ token: null, subscribe })}`
const part = (more: object = {}) => ({ deck_id: deckId, publisher: true, publisher_id: 'real', ...more })
const joins: readonly [name: string, who: 'visitor' | 'stranger' | 'editor', text: () => string][] = [
  ['presenting without an account', 'visitor', () => bring(part())],
  ['presenting a deck of another user', 'stranger', () => bring(part())],
  ['following', 'visitor', () => bring({ deck_id: deckId, publisher: false })],
  ['the id of another page', 'editor', () => bring(part({ publisher_id: 'mine', again: true }))],
  ['another deck', 'stranger', () => bring(part({ deck_id: otherId }))],
  ['unknown fields', 'stranger', () => bring(part({ role: 'owner', user_id: 1 }))],
  ['a list', 'stranger', () => bring([deckId, true])],
  ['null', 'stranger', () => bring(null)],
  ['deep nesting', 'editor', () => `40/live,{"subscribe":${nested}}`],
  ['names of built-in properties', 'stranger', () => `40/live,{"__proto__":{"subscribe":${JSON.stringify(part())}}}`],
]

test.each(joins)('the audience follows only the presenter despite %s in a connect packet', async (_name, who, text) => {
  const client = who === 'visitor' ? app.visitor() : who === 'stranger' ? stranger : editor
  const enemy = await hostile(client, live, text())
  enemy.send(forged())
  enemy.send(forged({ publisher_id: 'mine' }))
  await enemy.settled()
  await stillTrue()
  enemy.close()
})

test('without the permission rules, a forged move reaches the audience (control test)', async () => {
  rules.off = true
  try {
    presenter.close()
    const enemy = await hostile(stranger)
    enemy.send(ask({ publisher_id: 'evil' }))
    await waitFor(() => enemy.heard.some((text) => text.startsWith('43/live,1')))
    enemy.send(forged({ publisher_id: 'evil' }))
    await waitFor(() => member.states.at(-1)?.indexh === 66)
    enemy.close()
  } finally {
    rules.off = false
  }
})

test('floods, frames that are too large or invalid, and wrong paths close only their own socket', async () => {
  const flood = await hostile(app.visitor())
  for (let at = 0; at <= limits.live.messagesPerSecond; at++) flood.send(say('message', {}))
  await waitFor(() => flood.code() !== null)
  expect(flood.code()).toBe(1008)
  const large = await hostile(app.visitor())
  large.send(forged({ state: 'x'.repeat(limits.live.frameBytes) }))
  await waitFor(() => large.code() !== null)
  const unmasked = await hostile(app.visitor())
  unmasked.sendRaw(Buffer.from([0x81, 0x02, 0x34, 0x32]))
  await waitFor(() => unmasked.code() !== null)
  const ways = ['EIO=3&transport=websocket', 'EIO=4&transport=polling', 'EIO=4&transport=websocket&sid=x', '', 'EIO=4']
  for (const way of ways) expect([way, (await hostile(app.visitor(), `/socket.io/?${way}`)).code()]).not.toContain(null)
  expect((await hostile(app.visitor(), '/socket.io')).code()).toBe(404)
  expect((await hostile(app.visitor(), '/api/v1/status')).code()).toBe(404)
  await stillTrue()
})

test('a request that offers an upgrade to another protocol is answered as a plain request', async () => {
  const host = new URL(app.services.settings.baseUrl).host
  const answer = await new Promise<number | undefined>((resolve, reject) => {
    const headers = {
      host,
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABkAAQAAP__',
    }
    void portOf(app).then((port) => {
      const sent = request({ port, host: '127.0.0.1', path: '/healthz', headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.on('error', reject).end()
    })
  })
  expect(answer).toBe(200)
})

test('the sockets of one session are limited', async () => {
  const person = await app.person()
  const own = []
  for (let at = 0; at < limits.live.socketsPerSession; at++) own.push(await hostile(person))
  expect(own.map((socket) => socket.code())).toEqual(own.map(() => null))
  const more = await hostile(person)
  await waitFor(() => more.code() !== null)
  expect(more.code()).toBe(1008)
  for (const socket of own) socket.close()
  await waitFor(async () => {
    const next = await hostile(person)
    next.close()
    return next.code() === null
  })
})

test('pages of other sites do not use up the handshake limit', async () => {
  const own = await makeTestApp('sqlite', { settings: { socketHandshakes: 2 } })
  try {
    const away = { origin: 'https://evil.example' }
    const tries = await Promise.all(Array.from({ length: 12 }, () => openLive(own, own.visitor(), away)))
    expect(tries.map((socket) => socket.failed())).not.toContain(null)
    const page = await openLive(own, own.visitor())
    expect(page.failed()).toBe(null)
    page.close()
  } finally {
    await own.close()
  }
})

test('only reconnect tokens admit clients while the limit for new clients is exhausted', async () => {
  const own = await makeTestApp('sqlite', { settings: { socketHandshakes: 2 } })
  try {
    const person = await own.person()
    const deck_id = (await makeDeck(own.services, person.user)).id
    const page = await openLive(own, own.visitor())
    const tickets: string[] = []
    for (let n = 0; n < 12; n++) {
      const answer = await page.subscribe({ deck_id, publisher: false })
      if (answer.ok) tickets.push(answer.ticket)
    }
    const enter = async (brought: readonly (string | undefined)[]) => {
      const sockets = await Promise.all(brought.map((ticket) => openLive(own, own.visitor(), { ticket })))
      for (const socket of sockets) socket.close()
      return sockets.filter((socket) => socket.failed() === null).length
    }
    // Clients without a token, or with a forged one, exceed the limit.
    expect(await enter(tickets.map((ticket, at) => [undefined, 'made-up', `x${ticket}`][at % 3]))).toBeLessThan(12)
    expect(await enter(tickets)).toBe(12)
    page.close()
  } finally {
    await own.close()
  }
})

test(`${frames} random frames neither move the audience nor crash the server`, {
  timeout: 60_000 + frames * 20,
}, async () => {
  const valid = attacks.flatMap(([, , texts]) => texts()).map((text) => text.slice(0, 400))
  const texts = randomFrames(frames, 41, valid, ['42', '43/live,', '/live', '"real"'])
  const people = [app.visitor(), stranger, editor]
  let sent = 0
  // Each socket sends up to its limit per second, then the next one continues.
  while (sent < frames) {
    const enemy = await hostile(people[sent % people.length] as TestClient)
    // The handshake limit refused this socket, so the server would not read its frames.
    if (enemy.code() !== null) continue
    for (let n = 0; n < limits.live.messagesPerSecond - 5 && sent < frames; n++) enemy.send(texts[sent++] as string)
    await enemy.settled()
    enemy.close()
  }
  expect(sent).toBe(frames)
  await presenter.subscribe({ deck_id: deckId, publisher: true, publisher_id: 'real' })
  await stillTrue()
})
