import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '../../rules/limits.ts'
import { overrideTimings } from '../../rules/timings.ts'
import { RawMember } from '../../testing/crowd/raw-member.ts'
import { addCollaborator, type EditorTestSocket, openEditorSocket } from '../../testing/editor-socket.ts'
import { makeDeck } from '../../testing/factories.ts'
import { portOf } from '../../testing/live-socket.ts'
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
const frames = Number(process.env.ATTACK ?? 1_000)

type Who = 'visitor' | 'stranger' | 'viewer' | 'editor' | 'removed'
let app: TestApp
let owner: TestPerson
let others: Record<Exclude<Who, 'visitor'>, TestPerson>
let deckId: number
let otherId: number
let ownerPage: EditorTestSocket

beforeAll(async () => {
  const restore = overrideTimings({ presenceApart: 10, presenceOfAllApart: 10, collaborationGone: 50 })
  app = await makeTestApp('sqlite')
  owner = await app.person({ plan: 'pro' })
  const [stranger, viewer, editor, removed] = await Promise.all([1, 2, 3, 4].map(() => app.person({ plan: 'pro' })))
  others = { stranger, viewer, editor, removed } as typeof others
  return restore
})
afterAll(() => app.close())

beforeEach(async () => {
  deckId = (await makeDeck(app.services, owner.user, { visibility: 'self' })).id
  otherId = (await makeDeck(app.services, others.stranger.user, { visibility: 'self' })).id
  await addCollaborator(app, deckId, others.viewer, 'viewer')
  await addCollaborator(app, deckId, others.editor)
  ownerPage?.close()
  ownerPage = await openEditorSocket(app, owner)
  await ownerPage.subscribe(deckId, 'one')
})

interface Hostile {
  readonly heard: string[]
  send(text: string): void
  /** The close code, or the HTTP status of a refusal; null while open. */
  code(): number | null
  /** Resolves when the server has read everything sent so far: it has answered, or has closed. */
  settled(): Promise<void>
  close(): void
}

const say = (event: string, body: unknown, id = '') => `42/editor,${id}${JSON.stringify([event, body])}`

/** `join`: the namespace connect packet, sent once the connection is open. */
async function hostile(client: TestClient, join = '40/editor,'): Promise<Hostile> {
  const host = new URL(app.services.settings.baseUrl).host
  const cookie = client.cookieHeader()
  const heard: string[] = []
  let [code, probes]: [number | null, number] = [null, 100]
  const headers = { origin: `http://${host}`, ...(cookie ? { cookie } : {}) }
  const path = '/socket.io/?EIO=4&transport=websocket'
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
  await waitFor(() => code !== null || heard.some((text) => text.startsWith('40/editor')))
  return {
    heard,
    send: (text) => raw.send(text),
    code: () => code,
    settled: async () => {
      const probe = String(probes++)
      raw.send(say('broadcast', {}, probe))
      await waitFor(() => code !== null || heard.some((text) => text.startsWith(`43/editor,${probe}[`)))
    },
    close: () => raw.destroy(),
  }
}

const idOf = (who: Exclude<Who, 'visitor'>) => others[who].user.id
const ask = (user_id: number, more: object = {}) =>
  say('subscribe', { deck_id: deckId, user_id, slide_id: 'two', ...more }, '1')
const forged = (type: string, more: object = {}) => say('broadcast', { type: `collaboration:${type}`, ...more })
const nested = `${'['.repeat(3_000)}${']'.repeat(3_000)}`

const attacks: readonly [name: string, who: Who, texts: () => string[]][] = [
  ['messages without a subscription', 'editor', () => [forged('user-typing'), say('slide-change', { slide_id: 'x' })]],
  ['a visitor', 'visitor', () => [ask(owner.user.id), forged('become-editor-request')]],
  ['a stranger', 'stranger', () => [ask(idOf('stranger')), forged('become-editor-request')]],
  ['a stranger as the owner', 'stranger', () => [ask(owner.user.id), forged('user-typing')]],
  ['an editor as the owner', 'editor', () => [ask(owner.user.id), forged('user-typing')]],
  ['a viewer as an editor', 'viewer', () => [ask(idOf('editor')), forged('become-editor-request')]],
  ['a viewer who asks for the floor', 'viewer', () => [ask(idOf('viewer')), forged('become-editor-request')]],
  [
    'a viewer who denies a request',
    'viewer',
    () => [ask(idOf('viewer')), forged('become-editor-request-denied', { user_id: idOf('editor') })],
  ],
  [
    'an editor without the floor who denies a request',
    'editor',
    () => [ask(idOf('editor')), forged('become-editor-request-denied', { user_id: idOf('editor') })],
  ],
  [
    'a denial in another’s name',
    'editor',
    () => [
      ask(idOf('editor')),
      forged('become-editor-request-denied', { user_id: 1, denied_by_user_id: owner.user.id }),
    ],
  ],
  ['another user’s typing', 'editor', () => [ask(idOf('editor')), forged('user-typing', { user_id: owner.user.id })]],
  [
    'another user’s request',
    'editor',
    () => [ask(idOf('editor')), forged('become-editor-request', { user_id: idOf('viewer') })],
  ],
  [
    'messages of the server',
    'editor',
    () => [
      ask(idOf('editor')),
      forged('editor-changed', { user_id: idOf('editor') }),
      forged('user-removed', { user_id: owner.user.id }),
      forged('deck-saved', { user_id: owner.user.id, version: 99 }),
      forged('comment-added', { comment: { message: 'x' } }),
      forged('user-state', { user_id: owner.user.id, status: 'disconnected', slide_id: null }),
    ],
  ],
  [
    'another kind of message',
    'editor',
    () => [ask(idOf('editor')), forged('pwned'), say('broadcast', { type: 'live:state' }), say('broadcast', null)],
  ],
  [
    'unknown fields in a message',
    'editor',
    () => [ask(idOf('editor')), forged('user-typing', { html: '<img onerror=alert(1)>' })],
  ],
  [
    'events of the server',
    'editor',
    () => [ask(idOf('editor')), say('message', { type: 'collaboration:user-removed' })],
  ],
  [
    'joining one deck, writing in another',
    'stranger',
    () => [ask(idOf('stranger'), { deck_id: otherId }), ask(idOf('stranger'))],
  ],
  ['a removed collaborator', 'removed', () => [ask(idOf('removed')), forged('become-editor-request')]],
  [
    'invalid numbers and slides',
    'editor',
    () => [
      ask(1e308),
      ask(-1),
      ask(idOf('editor'), { deck_id: '1' }),
      ask(idOf('editor'), { slide_id: 'a"><script>' }),
      ask(idOf('editor'), { slide_id: 'x'.repeat(500) }),
      ask(idOf('editor'), { role: 'owner' }),
    ],
  ],
  ['deep nesting', 'editor', () => [`42/editor,["broadcast",${nested}]`, `42/editor,["subscribe",${nested}]`]],
  [
    'names of built-in properties',
    'editor',
    () => [say('__proto__', {}), say('constructor', {}), say('broadcast', JSON.parse('{"__proto__":{"type":1}}'))],
  ],
  ['broken packets', 'viewer', () => ['42/editor,[', '42/editor,["broadcast"', '4', '42/editor']],
  ['the other namespace', 'viewer', () => ['40/live,', say('subscribe', {}).replace('/editor', '/live')]],
]

/** The owner's page has received only states of real users, and no message. */
function unharmed(): void {
  const known = new Set([owner.user.id, idOf('viewer'), idOf('editor')])
  for (const message of ownerPage.messages) {
    expect(message.type).toBe('collaboration:user-state')
    if (message.type !== 'collaboration:user-state') continue
    expect(known).toContain(message.user_id)
    if (message.user_id === owner.user.id) expect(message).toMatchObject({ status: 'viewing', slide_id: 'one' })
    expect([null, 'two']).toContain(message.user_id === owner.user.id ? null : message.slide_id)
  }
  expect(ownerPage.closed()).toBe(false)
}

/** Sends the owner's states once more, and checks what the owner's page has received. */
async function stillTrue(): Promise<void> {
  await ownerPage.emit('broadcast-all-user-states')
  await waitFor(() => ownerPage.stateOf(owner.user.id) !== undefined)
  unharmed()
}

const clientOf = (who: Who): TestClient => (who === 'visitor' ? app.visitor() : others[who])

test.each(attacks)('collaborators receive only true messages despite %s', async (_name, who, texts) => {
  const enemy = await hostile(clientOf(who))
  for (const text of texts()) enemy.send(text)
  await enemy.settled()
  await stillTrue()
  enemy.close()
})

test.each(attacks.filter(([, who]) => who === 'stranger' || who === 'visitor' || who === 'removed'))(
  'a socket that may not join hears nothing of the deck: %s',
  async (_name, who, texts) => {
    const enemy = await hostile(
      clientOf(who),
      `40/editor,${JSON.stringify({ subscribe: { deck_id: deckId, user_id: owner.user.id, slide_id: null } })}`,
    )
    for (const text of texts()) enemy.send(text)
    await enemy.settled()
    await ownerPage.emit('slide-change', { slide_id: 'one' })
    await stillTrue()
    expect(enemy.heard.filter((text) => text.includes(`"user_id":${owner.user.id}`))).toEqual([])
    enemy.close()
  },
)

test('without the permission rules, a stranger’s message reaches the collaborators (control test)', async () => {
  rules.off = true
  try {
    const enemy = await hostile(others.stranger)
    enemy.send(ask(idOf('stranger')))
    await waitFor(() => enemy.heard.some((text) => text.startsWith('43/editor,1[')))
    enemy.send(forged('become-editor-request'))
    await waitFor(() => ownerPage.messages.some(({ type }) => type === 'collaboration:become-editor-request'))
    enemy.close()
  } finally {
    rules.off = false
  }
})

test('floods and frames that are too large close only their own socket', async () => {
  const flood = await hostile(others.editor)
  flood.send(ask(idOf('editor')))
  for (let at = 0; at <= limits.channel.messagesPerSecond; at++) flood.send(say('active', {}))
  await waitFor(() => flood.code() !== null)
  expect(flood.code()).toBe(1008)
  const large = await hostile(others.editor)
  large.send(forged('user-typing', { more: 'x'.repeat(limits.channel.messageBytes) }))
  await waitFor(() => large.code() !== null)
  expect([1008, 1009]).toContain(large.code())
  await stillTrue()
})

test('messages to others are limited per second', async () => {
  const enemy = await hostile(others.editor)
  enemy.send(ask(idOf('editor')))
  for (let at = 0; at < 20; at++) enemy.send(forged('user-typing'))
  await enemy.settled()
  const received = ownerPage.messages.filter(({ type }) => type === 'collaboration:user-typing').length
  expect(received).toBeGreaterThan(0)
  expect(received).toBeLessThanOrEqual(limits.channel.broadcastsPerSecond + 1)
  enemy.close()
})

test('later subscriptions of a page are limited per second', async () => {
  const enemy = await hostile(others.editor)
  const begun = performance.now()
  for (let at = 0; at < 20; at++) enemy.send(ask(idOf('editor')))
  await enemy.settled()
  const seconds = (performance.now() - begun) / 1000
  const answers = enemy.heard.filter((text) => text.startsWith('43/editor,1['))
  expect(answers).toHaveLength(20)
  expect(answers[1]).toContain('"ok":true')
  const most = 2 + limits.channel.broadcastsPerSecond * (1 + seconds)
  expect(answers.filter((text) => text.includes('"ok":true')).length).toBeLessThanOrEqual(most)
  enemy.close()
})

test('states of users are sent in rounds, however often a user moves', async () => {
  const restore = overrideTimings({ presenceApart: 200 })
  const page = await openEditorSocket(app, others.editor)
  await page.subscribe(deckId, 'two')
  ownerPage.messages.length = 0
  const begun = performance.now()
  for (let at = 0; at < 20; at++) await page.emit('slide-change', { slide_id: at % 2 ? 'two' : 'three' })
  const most = Math.ceil((performance.now() - begun) / 200) + 1
  expect(ownerPage.messages.length).toBeLessThanOrEqual(most)
  page.close()
  restore()
})

test(`${frames} random frames forge no message and do not crash the server`, {
  timeout: 60_000 + frames * 20,
}, async () => {
  const seeds = attacks.flatMap(([, , texts]) => texts()).map((text) => text.slice(0, 400))
  const texts = randomFrames(frames, 43, seeds, ['42', '43/editor,', '/editor', '"two"'])
  const people = [app.visitor(), others.stranger, others.removed]
  let sent = 0
  // Each socket sends up to its limit per second, then the next one continues.
  while (sent < frames) {
    const enemy = await hostile(people[sent % people.length] as TestClient)
    // The handshake limit refused this socket, so the server would not read its frames.
    if (enemy.code() !== null) continue
    for (let n = 0; n < limits.channel.messagesPerSecond - 5 && sent < frames; n++) enemy.send(texts[sent++] as string)
    await enemy.settled()
    enemy.close()
  }
  expect(sent).toBe(frames)
  await stillTrue()
})
