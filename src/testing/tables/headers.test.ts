import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mountOembed } from '../../api/oembed/mount-oembed.ts'
import { appPagePolicy, pageHeaders } from '../../api/pages/page-policy.ts'
import { type ContentMode, createContentHosts } from '../../server/content/content-hosts.ts'
import { frameAddress } from '../../server/content/frame-address.ts'
import type { FrameDeck, FrameView } from '../../server/content/frame-source.ts'
import { serveContent } from '../../server/content/serve-content.ts'
import type { StaticFile } from '../../server/content/static-files.ts'
import { makeDeck } from '../factories.ts'
import { fakePlayerBuild } from '../fake-player-build.ts'
import { mountDecks } from '../mount-decks.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../test-app.ts'
import type { TestAnswer } from '../test-client.ts'
import { policyFindings } from './policy-findings.ts'

const A = 'http://localhost:3000 http://*.localhost:3000'
const fonts = 'https://fonts.googleapis.com https://use.typekit.net'
const fontFiles = 'https://fonts.gstatic.com https://use.typekit.net'
const denied =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), clipboard-read=(), browsing-topics=()'
const abilities =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation ' +
  'allow-orientation-lock allow-pointer-lock allow-storage-access-by-user-activation'

/** The security headers, by the names used in the table. */
const names = {
  csp: 'content-security-policy',
  sniff: 'x-content-type-options',
  referrer: 'referrer-policy',
  permissions: 'permissions-policy',
  opener: 'cross-origin-opener-policy',
  resource: 'cross-origin-resource-policy',
  agent: 'origin-agent-cluster',
  cache: 'cache-control',
  transport: 'strict-transport-security',
  readers: 'access-control-allow-origin',
  disposition: 'content-disposition',
} as const
type Guards = { readonly [name in keyof typeof names]?: string }

function guardsOf({ headers }: TestAnswer): Guards {
  const found = Object.entries(names).filter(([, header]) => headers[header] !== undefined)
  return Object.fromEntries(found.map(([name, header]) => [name, withoutNonce(String(headers[header]))]))
}

const withoutNonce = (text: string) => text.replace(/'nonce-[\w+/=-]{20,}'/g, "'nonce-{n}'")

const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"
const plainPolicy =
  "default-src 'none'; style-src 'nonce-{n}'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
const mediaPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const canvas = [
  "default-src 'none'; script-src 'none'",
  `style-src 'unsafe-inline' ${A} ${fonts}`,
  'img-src http://localhost:3000/m/ http://*.localhost:3000/m/ http://*.localhost:3000 https: data: blob:',
  'media-src http://localhost:3000/m/ http://*.localhost:3000/m/ http://*.localhost:3000 https:',
  `font-src ${A} http://*.localhost:3000 ${fontFiles}`,
  "frame-src 'none'; connect-src 'none'; form-action 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'self'",
].join('; ')

interface FrameGuards {
  readonly scripts?: true
  /** The printable document: it may open the print dialog and embeds nothing. */
  readonly printed?: true
  /** Default true. */
  readonly origin?: boolean
  readonly ancestors?: string
}

/** The CSP of a deck frame served from `self`. */
function framePolicy(self: string, more: FrameGuards = {}): string {
  const { scripts, printed, origin = true, ancestors = A } = more
  return [
    `default-src 'none'; script-src ${scripts ? `'unsafe-inline' 'unsafe-eval' https: ${self}` : "'nonce-{n}'"}`,
    `style-src 'unsafe-inline' ${self} ${fonts}; img-src ${self} https: data:; media-src ${self} https:`,
    `font-src ${self} data: ${fontFiles}; frame-src ${printed ? "'none'" : 'https:'}`,
    scripts ? 'connect-src https: wss:; worker-src blob:' : "connect-src 'none'; worker-src 'none'",
    `form-action 'none'; base-uri 'none'; object-src 'none'; frame-ancestors ${ancestors}`,
    `sandbox ${abilities}${printed ? ' allow-modals' : ''}${origin ? ' allow-same-origin' : ''}`,
  ].join('; ')
}

const data: Guards = {
  csp: dataPolicy,
  sniff: 'nosniff',
  referrer: 'strict-origin-when-cross-origin',
  permissions: `${denied}, fullscreen=(), autoplay=()`,
  opener: 'same-origin',
  resource: 'same-origin',
  agent: '?1',
  cache: 'private, no-store',
}
const open: Guards = { ...data, cache: 'public, max-age=300', readers: '*' }
const { agent: ownProcess, ...unisolated } = data
/** A frame without external scripts has no Origin-Agent-Cluster header, so that it does not wait for a process of its own. */
const frame: Guards = {
  ...unisolated,
  referrer: 'no-referrer',
  permissions: `${denied}, fullscreen=*, autoplay=*`,
  resource: 'cross-origin',
}
const frameKept = 'private, max-age=600'
const forEver = 'public, max-age=31536000, immutable'
const file: Guards = { ...data, referrer: 'no-referrer', resource: 'cross-origin', cache: forEver, readers: '*' }

const asset: StaticFile = {
  type: 'text/javascript',
  etag: '"x"',
  body: () => ({ bytes: Buffer.from('1'), encoding: null }),
} as unknown as StaticFile

const contentUrls: Readonly<Record<ContentMode, string | null>> = {
  'per-deck': 'http://{label}.localhost:3000',
  single: 'http://127.0.0.1:3000',
  none: null,
}

/** An app whose decks are those of frameDeck. */
async function appWith(mode: ContentMode, baseUrl?: string): Promise<TestApp> {
  const contentUrl = baseUrl ? 'https://{label}.decks-content.example' : contentUrls[mode]
  return makeTestApp('sqlite', {
    settings: { contentUrl, ...(baseUrl ? { baseUrl } : {}) },
    extend: (server, services) => {
      const hosts = createContentHosts(services.settings, services.keys)
      serveContent(server, {
        ...{ services, build: fakePlayerBuild, hosts: () => hosts, frames: async (id) => frameDeck(id) },
        ...{ media: services.files.get, files: new Map([['player.js', asset]]), canvas: () => '<!doctype html>' },
      })
      mountOembed(server, services)
    },
  })
}

/** Decks with an even number have a theme with scripts; those over 100 are public. */
function frameDeck(id: number): FrameDeck {
  const document = async () => ({ html: '<!doctype html><p>slides', isPreliminary: false })
  return { id, version: 1, isPublic: id > 100, shape: 'shape', themeScripts: id % 2 === 0, document }
}

async function openFrame(
  app: TestApp,
  id: number,
  mode: FrameView['mode'],
): Promise<{ self: string; answer: TestAnswer }> {
  const { keys, settings } = app.services
  const hosts = createContentHosts(settings, keys)
  const view = { mode, autoplay: true, notes: false, grant: 'role' } as const
  const { url } = frameAddress(frameDeck(id), view, { keys, hosts, build: 'build', now: Date.now() })
  const { host, origin, pathname } = new URL(url)
  return { self: origin, answer: await app.visitor().get(pathname, { host }) }
}

describe('every kind of response has exactly these security headers', () => {
  let app: TestApp
  let ann: TestPerson
  let mediaHost: string
  beforeAll(async () => {
    app = await appWith('per-deck')
    ann = await app.person({ username: 'ann' })
    await makeDeck(app.services, ann.user, { id: 1, slug: 'talk' })
    const { files, settings, keys } = app.services
    mediaHost = new URL(createContentHosts(settings, keys).mediaOrigin).host
    await files.put('media/picture01.svg', Buffer.from('<svg/>'), 'image/svg+xml')
    await files.put('media/document1.pdf', Buffer.from('%PDF'), 'application/pdf')
  })
  afterAll(() => app.close())

  /** A content host never discloses the referrer, not even for errors. */
  const quiet: Guards = { ...data, referrer: 'no-referrer' }
  const picture: Guards = { ...data, resource: 'cross-origin', cache: 'private, max-age=60' }
  const media: Guards = { ...file, csp: mediaPolicy, cache: 'private, max-age=31536000, immutable' }
  test.each<[string, number, Guards]>([
    ['/api/v1/status', 200, data],
    ['/api/v1/decks/1', 200, data],
    ['/api/v1/decks/1/revisions', 200, data],
    ['/api/v1/decks/99', 404, data],
    ['/api/v1/nothing', 404, data],
    ['/nothing', 404, data],
    ['/%zz', 404, data],
    ['/ann/talk%e2%28?q=%zz', 404, data],
    ['/api/v1/users/%', 404, data],
    ['/users/decks.html', 200, data],
    ['/api/v1/decks/1/thumbnail', 200, picture],
    ['/api/docs', 200, { ...data, csp: plainPolicy, cache: 'public, max-age=300' }],
    ['/api/openapi.json', 200, open],
    ['/oembed?url=http://localhost:3000/ann/talk', 200, { ...open, resource: 'cross-origin' }],
    ['/dev/mail', 200, { ...data, csp: plainPolicy }],
    ...['/healthz', '/readyz', '/metrics'].map((path): [string, number, Guards] => [path, 200, data]),
    ['/handoff', 404, { ...data, csp: plainPolicy, referrer: 'no-referrer' }],
    ['/users/comment_mails', 404, { ...data, csp: plainPolicy, referrer: 'no-referrer' }],
    ['/canvas', 200, { ...data, csp: canvas, referrer: 'no-referrer', cache: 'private, max-age=0, must-revalidate' }],
    ['/a/player.js', 200, file],
    ['/a/nothing.js', 404, data],
    ['/m/picture01.svg', 302, { ...data, cache: 'private, max-age=3600' }],
    ['{content}/m/picture01.svg', 200, media],
    ['{content}/m/document1.pdf', 200, { ...media, disposition: 'attachment' }],
    ['{content}/m/nothing01.svg', 404, quiet],
    ['{content}/ann/talk', 404, quiet],
    ['{content}/api/v1/status', 404, quiet],
    ['{unknown}/ann/talk', 302, data],
  ])('%s, with status %i', async (address, status, guards) => {
    const [, place, path = address] = /^\{(\w+)\}(.*)$/.exec(address) ?? []
    const host = place === 'content' ? { host: mediaHost } : place === 'unknown' ? { host: 'evil.example' } : {}
    const answer = await ann.get(path, host)
    expect([answer.status, guardsOf(answer)]).toEqual([status, guards])
    expect(policyFindings(String(answer.headers['content-security-policy']))).toEqual([])
  })

  test.each<['PUT' | 'POST' | 'DELETE' | 'PATCH', string, number]>([
    ['PUT', '/api/v1/decks/1', 422],
    ['DELETE', '/api/v1/decks/1', 422],
    ['POST', '/api/v1/nothing', 404],
    ['PATCH', '/api/v1/decks/1', 405],
    ['POST', '/api/v1/decks/1/progress', 422],
  ])('a refused %s %s, with status %i', async (method, path, status) => {
    const answer = await ann.request(method, path, { csrf: false, body: {} })
    expect([answer.status, guardsOf(answer)]).toEqual([status, data])
  })

  test('CSP reports are accepted silently', async () => {
    const headers = { 'content-type': 'application/reports+json' }
    const answer = await ann.post('/csp', '[]', { csrf: false, headers })
    expect([answer.status, guardsOf(answer)]).toEqual([204, data])
  })

  test('each page has a new nonce', async () => {
    const policies = await Promise.all(
      Array.from({ length: 20 }, async () => (await ann.get('/api/docs')).headers['content-security-policy']),
    )
    expect(new Set(policies).size).toBe(20)
  })
})

describe('an embed that cannot be shown has exactly these headers', () => {
  test.each([
    ['/ann/nothing/embed', plainPolicy.replace("ancestors 'none'", 'ancestors *')],
    ['/ann/hidden/embed', plainPolicy.replace("ancestors 'none'", 'ancestors *')],
    ['/ann/nothing', dataPolicy],
    ['/ann/hidden/fullscreen', dataPolicy],
  ])('%s', async (path, csp) => {
    const app = await makeTestApp('sqlite', { extend: mountDecks })
    try {
      const ann = await app.person({ username: 'ann' })
      await makeDeck(app.services, ann.user, { id: 1, slug: 'hidden', visibility: 'self' })
      const answer = await app.visitor().get(path)
      expect([answer.status, guardsOf(answer)]).toEqual([404, { ...data, csp }])
      expect(policyFindings(String(answer.headers['content-security-policy']))).toEqual([])
    } finally {
      await app.close()
    }
  })
})

describe('a deck’s frame has exactly these headers', () => {
  test.each<[ContentMode, boolean]>([
    ['per-deck', true],
    ['single', true],
    ['none', false],
  ])('with content isolated by %s', async (mode, real) => {
    const app = await appWith(mode)
    try {
      const shown = await openFrame(app, 1, 'show')
      const embedded = await openFrame(app, 3, 'embed')
      const everywhere = await openFrame(app, 101, 'fullscreen')
      const themed = await openFrame(app, 2, 'show')
      const printed = await openFrame(app, 103, 'print')
      const themedOnPaper = await openFrame(app, 4, 'print')
      const origin: FrameGuards = { origin: real }
      expect(guardsOf(shown.answer)).toEqual({ ...frame, csp: framePolicy(shown.self, origin) })
      expect(guardsOf(embedded.answer)).toEqual({
        ...frame,
        csp: framePolicy(embedded.self, { ...origin, ancestors: '*' }),
      })
      expect(guardsOf(everywhere.answer)).toEqual({
        ...frame,
        csp: framePolicy(everywhere.self, origin),
        cache: frameKept,
      })
      // Without a content host theme scripts are omitted; on a shared one such a deck has an opaque origin.
      const scripts: FrameGuards = mode === 'none' ? origin : { scripts: true, origin: mode === 'per-deck' }
      expect(guardsOf(themed.answer)).toEqual({ ...frame, agent: ownProcess, csp: framePolicy(themed.self, scripts) })
      // Theme scripts do not run in print, so only this document may open a dialog: the browser's print dialog.
      const paper: FrameGuards = { ...origin, printed: true }
      expect(guardsOf(printed.answer)).toEqual({ ...frame, csp: framePolicy(printed.self, paper), cache: frameKept })
      expect(guardsOf(themedOnPaper.answer)).toEqual({ ...frame, csp: framePolicy(themedOnPaper.self, paper) })
      for (const { answer } of [shown, embedded, everywhere]) {
        expect(policyFindings(String(answer.headers['content-security-policy']))).toEqual([])
      }
      expect(policyFindings(String(themed.answer.headers['content-security-policy'])).length > 0).toBe(mode !== 'none')
    } finally {
      await app.close()
    }
  })
})

describe('a page of the app has exactly these headers', () => {
  const C = 'http://*.localhost:3000'
  const origins = { app: A.split(' '), content: [C] }
  const page = (more: { frames?: string; workers?: string; ancestors?: string; sockets?: string; uploads?: string }) =>
    [
      "default-src 'none'; script-src 'nonce-{n}' 'strict-dynamic'; style-src 'self' 'nonce-{n}'",
      `img-src 'self' ${C} data: blob:; font-src 'self' ${C}`,
      `connect-src 'self'${more.sockets ?? ''}${more.uploads ?? ''}`,
      `media-src 'self' ${C}; frame-src ${C}${more.frames ?? ''}; manifest-src 'self'; worker-src 'self'${more.workers ?? ''}`,
      `form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors ${more.ancestors ?? "'none'"}`,
      "require-trusted-types-for 'script'; trusted-types app dompurify; report-to csp",
    ].join('; ')
  const at = (path: string) => `http://localhost:3000${path}`
  const nonce = 'abcdefghijklmnopqrstuv=='
  test.each([
    ['a page, and a deck’s own', {}, page({})],
    ['an embedded deck', { ancestors: ['*'] }, page({ ancestors: '*' })],
    ['a preview', { ancestors: ["'self'"] }, page({ ancestors: "'self'" })],
    [
      'a deck that is followed or presented live',
      { sockets: true },
      page({ sockets: ' ws://localhost:3000 ws://*.localhost:3000' }),
    ],
    [
      'the editor',
      { frames: [at('/canvas'), at('/ann/1/preview')], workers: ['blob:'], uploads: true },
      page({ frames: ` ${at('/canvas')} ${at('/ann/1/preview')}`, workers: ' blob:', uploads: ` ${C}` }),
    ],
  ])('%s', (_, more, expected) => {
    const policy = appPagePolicy({ nonce, origins, ...more })
    expect(withoutNonce(policy)).toBe(expected)
    expect(policyFindings(policy)).toEqual([])
  })

  test('in addition to its CSP, with a stricter referrer policy if the URL contains a secret', () => {
    const own = { ...data, csp: undefined, permissions: undefined }
    for (const quiet of [false, true]) {
      const headers = pageHeaders({ baseUrl: 'https://decks.example' }, origins, quiet)
      const found = guardsOf({ headers, status: 200, text: '', bytes: new Uint8Array(), body: null })
      expect({ ...found, permissions: undefined, csp: undefined }).toEqual({
        ...{ ...own, transport: 'max-age=63072000; includeSubDomains' },
        ...(quiet ? { referrer: 'no-referrer' } : {}),
      })
      const aroundDeck = pageHeaders({ baseUrl: 'https://decks.example' }, origins, quiet, { aroundDeck: true })
      expect(aroundDeck).toEqual({ ...headers, 'origin-agent-cluster': '' })
      expect(found.permissions).toBe(`${denied}, fullscreen=(self "${C}"), autoplay=(self "${C}")`)
      const reading = pageHeaders({ baseUrl: 'https://decks.example' }, origins, quiet, { readsClipboard: true })
      expect(reading['permissions-policy']).toBe(
        `${denied.replace('clipboard-read=()', 'clipboard-read=(self)')}, fullscreen=(self "${C}"), autoplay=(self "${C}")`,
      )
    }
  })
})

test('with a certificate, every response requires https', async () => {
  const app = await appWith('per-deck', 'https://decks.example')
  try {
    for (const path of [
      '/api/v1/status',
      '/nothing',
      '/api/docs',
      '/healthz',
      '/canvas',
      '/a/player.js',
      '/dev/mail',
    ]) {
      const { headers } = await app.visitor().get(path)
      expect([path, headers['strict-transport-security']]).toEqual([path, 'max-age=63072000; includeSubDomains'])
    }
    const { answer } = await openFrame(app, 1, 'show')
    expect([answer.status, answer.headers['strict-transport-security']]).toEqual([
      200,
      'max-age=63072000; includeSubDomains',
    ])
  } finally {
    await app.close()
  }
})

describe('a bad CSP is detected', () => {
  const good = "default-src 'none'; script-src 'nonce-x'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  test('a good CSP has no findings', () => expect(policyFindings(good)).toEqual([]))
  test.each([
    '',
    "default-src 'self'",
    good.replace("default-src 'none'; ", ''),
    good.replace("'nonce-x'", '*'),
    good.replace("'nonce-x'", 'data:'),
    good.replace("'nonce-x'", 'https:'),
    good.replace("'nonce-x'", "'nonce-x' 'unsafe-eval'"),
    good.replace("'nonce-x'", "'unsafe-inline'"),
    good.replace("base-uri 'none'", "base-uri 'self'"),
    good.replace("base-uri 'none'; ", ''),
    good.replace("form-action 'none'; ", ''),
    good.replace("; frame-ancestors 'none'", ''),
    good.replace("frame-ancestors 'none'", 'frame-ancestors'),
    `${good}; object-src 'self'`,
    `${good}; script-src-elem *`,
    `${good}; worker-src data:`,
    `${good}; sandbox allow-scripts allow-top-navigation`,
    `${good}; sandbox allow-modals`,
    `script-src *; ${good}`,
  ])('%s', (policy) => expect(policyFindings(policy)).not.toEqual([]))
})
