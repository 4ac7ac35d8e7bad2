import { describe, expect, test } from 'vitest'
import { HttpError } from '../../server/http/http-error.ts'
import { makeTestApp } from '../../testing/test-app.ts'
import { type HtmlDocument, htmlDocument } from './html-document.ts'
import { mountPages, type PageRoutes } from './mount-pages.ts'
import { appPagePolicy, pageHeaders } from './page-policy.ts'
import { createPages } from './pages.ts'
import { loadWebBuild, readAssets, type WebBuild } from './web-build.ts'

const hostile = `</script><script>alert(1)</script><img src=x onerror='a"b'>`

const page: HtmlDocument = {
  meta: { title: hostile, description: hostile, image: 'http://localhost/a.webp?a=1&b=2' },
  title: hostile,
  url: 'http://localhost:3000/ada',
  siteName: 'Lectern',
  nonce: 'bm9uY2U=',
  csrfToken: 'token',
  flash: hostile,
  styles: ['/assets/a.css'],
  preloads: ['/assets/b.js'],
  fonts: ['/assets/c.woff2'],
  script: '/assets/app.js',
  firstScript: 'first()',
  body: '<main>Hello</main>',
  data: { text: hostile, lines: '\u2028' },
}

describe('the document of a page', () => {
  test('user text is escaped in the head and in the data', () => {
    const html = htmlDocument(page)
    expect(html).not.toContain('<img')
    expect(html).not.toContain('alert(1)</script>')
    expect(html.match(/<script/g)).toHaveLength(3)
    const data = /id="page-data">(.*)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(data)).toEqual(page.data)
  })

  test('contains CSRF token, preview image, canonical URL and noindex', () => {
    const html = htmlDocument(page)
    expect(html).toContain('<meta name="csrf-token" content="token">')
    expect(html).toContain('<meta property="og:image" content="http://localhost/a.webp?a=1&amp;b=2">')
    expect(html).toContain('<link rel="canonical" href="http://localhost:3000/ada">')
    expect(htmlDocument({ ...page, meta: { title: '', hidden: true } })).toContain('content="noindex"')
  })

  test('every script, style and preload has the nonce', () => {
    const tags = htmlDocument(page).match(/<(script|link rel="(stylesheet|modulepreload)")[^>]*>/g) ?? []
    expect(tags).toHaveLength(5)
    for (const tag of tags) expect(tag).toMatch(/nonce="bm9uY2U="|type="application\/json"/)
  })
})

describe('the assets of a page', () => {
  const assetsOf = readAssets({
    'src/web/entries/app.tsx': {
      file: 'assets/app.js',
      css: ['assets/app.css'],
      imports: ['_shared.js'],
      assets: ['assets/newsreader-latin-wght-normal-x.woff2', 'assets/newsreader-vietnamese-wght-normal-x.woff2'],
    },
    '_shared.js': { file: 'assets/shared.js', css: ['assets/shared.css'] },
    'src/web/pages/home.tsx': {
      file: 'assets/home.js',
      css: ['assets/home.css'],
      imports: ['src/web/entries/app.tsx', '_shared.js'],
    },
  })

  test('the styles of a screen follow the styles that they override', () => {
    expect(assetsOf('src/web/entries/app.tsx', ['src/web/pages/home.tsx', 'src/web/pages/without-code.tsx'])).toEqual({
      script: '/assets/app.js',
      styles: ['/assets/shared.css', '/assets/app.css', '/assets/home.css'],
      preloads: ['/assets/shared.js', '/assets/home.js'],
      fonts: ['/assets/newsreader-latin-wght-normal-x.woff2'],
    })
  })

  test('the error of a missing entry names the entry, and the error of a missing build names the command', async () => {
    expect(() => assetsOf('src/web/entries/none.ts')).toThrow(/no entry 'src\/web\/entries\/none.ts'/)
    await expect(loadWebBuild('/nowhere')).rejects.toThrow(/has not been built.*npm run build/)
  })
})

describe('the CSP of a page', () => {
  const origins = { app: ['https://decks.example', 'https://*.decks.example'], content: ['https://*.content.example'] }

  test('is exactly the expected one for a page of the app', () => {
    expect(appPagePolicy({ nonce: 'N', origins }).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'nonce-N' 'strict-dynamic'",
      "style-src 'self' 'nonce-N'",
      "img-src 'self' https://*.content.example data: blob:",
      "font-src 'self' https://*.content.example",
      "connect-src 'self'",
      "media-src 'self' https://*.content.example",
      'frame-src https://*.content.example',
      "manifest-src 'self'",
      "worker-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types app dompurify',
      'report-to csp',
    ])
  })

  test('allows the editor’s canvas and workers, an embed’s ancestors, and live sockets', () => {
    const editor = appPagePolicy({ nonce: 'N', origins, frames: ['https://decks.example/canvas'], workers: ['blob:'] })
    expect(editor).toContain('frame-src https://*.content.example https://decks.example/canvas;')
    expect(editor).toContain("worker-src 'self' blob:;")
    expect(appPagePolicy({ nonce: 'N', origins, ancestors: ['*'] })).toContain('frame-ancestors *;')
    const cards = appPagePolicy({ nonce: 'N', origins, stripe: 'https://js.stripe.com/v3/' })
    const stripe = 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;'
    expect(cards).toMatch(new RegExp(`frame-src [^;]*${stripe.replaceAll('*', '\\*')}`))
    expect(cards).toContain("script-src 'nonce-N' 'strict-dynamic';")
    expect(cards).toContain('https://api.stripe.com;')
    expect(cards).toContain('trusted-types app dompurify default;')
    const live = appPagePolicy({ nonce: 'N', origins, sockets: true })
    expect(live).toContain("connect-src 'self' wss://decks.example wss://*.decks.example;")
  })

  test('a page whose URL contains a secret sends no Referer', () => {
    const settings = { baseUrl: 'https://decks.example' }
    expect(pageHeaders(settings, origins)['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(pageHeaders(settings, origins, true)['referrer-policy']).toBe('no-referrer')
    expect(pageHeaders(settings, origins)['strict-transport-security']).toContain('max-age=63072000')
    expect(pageHeaders({ baseUrl: 'http://localhost' }, origins)).not.toHaveProperty('strict-transport-security')
  })
})

/** A build whose error page shows the message only. */
const plainBuild: WebBuild = {
  ...{ paths: [], firstScript: '', fullTitle: (title) => title, styleText: () => '', files: new Map() },
  assetsOf: () => ({ script: '/a.js', styles: [], preloads: [], fonts: [] }),
  renderPage: async () => ({ kind: 'redirect', status: 302, location: '/' }),
  renderErrorPage: async ({ site }, status, message) => ({
    ...{ kind: 'page', status, meta: { title: 'A moment' }, body: `<p>${message}</p>`, sources: [], isRead: false },
    takesCards: false,
    data: { loaderData: {}, errors: null, viewer: null, site, team: null },
  }),
}

/** An app with pages of this build, and more routes. */
function appWithPages(more: readonly PageRoutes[] = []) {
  return makeTestApp('sqlite', {
    extend: (server, services) => {
      const pages = createPages({ services, origins: { app: [], content: [] }, build: plainBuild })
      void mountPages(server, pages, plainBuild, more)
    },
  })
}

test('the page for too many requests shows the time to wait and sends it as Retry-After', async () => {
  const app = await appWithPages([
    (scope) =>
      scope.get('/busy', async () => {
        throw new HttpError(429, 'Wait a little', { retryAfter: 6.2 })
      }),
  ])
  const { status, text, headers } = await app.visitor().get('/busy')
  expect([status, headers['retry-after']]).toEqual([429, '7'])
  expect(text).toContain('<p>You can try again in 7 seconds.</p>')
  expect((await app.visitor().get('/nowhere')).headers['retry-after']).toBeUndefined()
  await app.close()
})

test('an API client gets JSON for an unknown path and for a wrong method, with Allow', async () => {
  const app = await appWithPages()
  const visitor = app.visitor()
  const unknown = await visitor.get('/api/v1/nothing')
  expect([unknown.status, unknown.body]).toEqual([404, { error: 'Not found' }])
  const wrong = await visitor.get('/api/v1/decks/8/publish')
  expect([wrong.status, wrong.headers.allow, wrong.body]).toEqual([
    405,
    'POST',
    { error: 'This address does not take that method' },
  ])
  expect((await visitor.get('/nowhere')).text).toContain('<p>')
  await app.close()
})
