import { describe, expect, test } from 'vitest'
import { HttpError } from '../../server/http/http-error.ts'
import { makeTestApp } from '../../testing/test-app.ts'
import { escapeJson, type HtmlDocument, htmlDocument } from './html-document.ts'
import { mountPages } from './mount-pages.ts'
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
  test('whatever people wrote stays text, in the head and in the data', () => {
    const html = htmlDocument(page)
    expect(html).not.toContain('<img')
    expect(html).not.toContain('alert(1)</script>')
    expect(html.match(/<script/g)).toHaveLength(3)
    const data = /id="page-data">(.*)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(data)).toEqual(page.data)
    expect(escapeJson('\u2028<!--')).not.toMatch(/[\u2028<]/)
  })

  test('carries its token, its description, its picture and its canonical address', () => {
    const html = htmlDocument(page)
    expect(html).toContain('<meta name="csrf-token" content="token">')
    expect(html).toContain('<meta property="og:image" content="http://localhost/a.webp?a=1&amp;b=2">')
    expect(html).toContain('<link rel="canonical" href="http://localhost:3000/ada">')
    expect(htmlDocument({ ...page, meta: { title: '', hidden: true } })).toContain('content="noindex"')
  })

  test('every script, style and early script in it has the nonce', () => {
    const tags = htmlDocument(page).match(/<(script|link rel="(stylesheet|modulepreload)")[^>]*>/g) ?? []
    expect(tags).toHaveLength(5)
    for (const tag of tags) expect(tag).toMatch(/nonce="bm9uY2U="|type="application\/json"/)
  })
})

describe('what a page loads', () => {
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

  test('the styles of its screen come at once, after those they refine', () => {
    expect(assetsOf('src/web/entries/app.tsx', ['src/web/pages/home.tsx', 'src/web/pages/without-code.tsx'])).toEqual({
      script: '/assets/app.js',
      styles: ['/assets/shared.css', '/assets/app.css', '/assets/home.css'],
      preloads: ['/assets/shared.js', '/assets/home.js'],
      fonts: ['/assets/newsreader-latin-wght-normal-x.woff2'],
    })
  })

  test('an entry that was not built is told by name, and a missing build with what to do', async () => {
    expect(() => assetsOf('src/web/entries/none.ts')).toThrow(/no entry 'src\/web\/entries\/none.ts'/)
    await expect(loadWebBuild('/nowhere')).rejects.toThrow(/has not been built.*npm run build/)
  })
})

describe('the policy of a page', () => {
  const origins = { app: ['https://decks.example', 'https://*.decks.example'], content: ['https://*.content.example'] }

  test('is, for a page of the app, exactly the one that was decided', () => {
    expect(appPagePolicy({ nonce: 'N', origins }).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'nonce-N' 'strict-dynamic'",
      "style-src 'self' 'nonce-N'",
      "img-src 'self' https://*.content.example data: blob:",
      "font-src 'self' https://*.content.example",
      "connect-src 'self'",
      'media-src https://*.content.example',
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

  test('gives the editor its canvas and its workers, and an embedded deck its hosts', () => {
    const editor = appPagePolicy({ nonce: 'N', origins, frames: ['https://decks.example/canvas'], workers: ['blob:'] })
    expect(editor).toContain('frame-src https://*.content.example https://decks.example/canvas;')
    expect(editor).toContain("worker-src 'self' blob:;")
    expect(appPagePolicy({ nonce: 'N', origins, ancestors: ['*'] })).toContain('frame-ancestors *;')
    const live = appPagePolicy({ nonce: 'N', origins, sockets: true })
    expect(live).toContain("connect-src 'self' wss://decks.example wss://*.decks.example;")
  })

  test('an address with a secret in it is told to nobody', () => {
    const settings = { baseUrl: 'https://decks.example' }
    expect(pageHeaders(settings, origins)['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(pageHeaders(settings, origins, true)['referrer-policy']).toBe('no-referrer')
    expect(pageHeaders(settings, origins)['strict-transport-security']).toContain('max-age=63072000')
    expect(pageHeaders({ baseUrl: 'http://localhost' }, origins)).not.toHaveProperty('strict-transport-security')
  })
})

test('the page that says that it was too much says when to come back, too', async () => {
  const build: WebBuild = {
    ...{ paths: [], firstScript: '', fullTitle: (title) => title, styleText: () => '', files: new Map() },
    assetsOf: () => ({ script: '/a.js', styles: [], preloads: [], fonts: [] }),
    renderPage: async () => ({ kind: 'redirect', status: 302, location: '/' }),
    renderErrorPage: async ({ site }, status, message) => ({
      ...{ kind: 'page', status, meta: { title: 'A moment' }, body: `<p>${message}</p>`, sources: [], isRead: false },
      data: { loaderData: {}, errors: null, viewer: null, site },
    }),
  }
  const app = await makeTestApp('sqlite', {
    extend: (server, services) => {
      const pages = createPages({ services, origins: { app: [], content: [] }, build })
      void mountPages(server, pages, build, [
        (scope) =>
          scope.get('/busy', async () => {
            throw new HttpError(429, 'Wait a little', { retryAfter: 6.2 })
          }),
      ])
    },
  })
  const { status, text, headers } = await app.visitor().get('/busy')
  expect([status, headers['retry-after']]).toEqual([429, '7'])
  expect(text).toContain('<p>You can try again in 7 seconds.</p>')
  expect((await app.visitor().get('/nowhere')).headers['retry-after']).toBeUndefined()
  await app.close()
})
