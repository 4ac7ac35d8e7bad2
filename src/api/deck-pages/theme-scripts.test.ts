import { afterEach, describe, expect, test } from 'vitest'
import { makeDeck, makeTheme } from '../../testing/factories.ts'
import { frameIn, mountDecks } from '../../testing/mount-decks.ts'
import { makeTestApp, type TestApp } from '../../testing/test-app.ts'

const scripts = JSON.stringify([{ url: 'https://scripts.example/a.js', integrity: null }])

let app: TestApp
afterEach(() => app.close())

/** Loads a view of a deck with theme scripts, and its frame. */
async function shown(contentUrl: string | null, view: string) {
  app = await makeTestApp('sqlite', {
    settings: { contentUrl },
    extend: mountDecks,
  })
  const ada = await app.person({ username: 'ada' })
  const theme = await makeTheme(app.services, { user_id: ada.user.id, css: '.a{}', js: 'lookAround()', scripts })
  await makeDeck(app.services, ada.user, { slug: 'a', slides: ['<p>Hello</p>'], theme_id: theme.id })
  const { text } = await ada.get(`/ada/a${view}`)
  const url = frameIn(text)
  const frame = await app.server.inject({ url: url.pathname, headers: { host: url.host } })
  const policy = String(frame.headers['content-security-policy'])
  return { page: text, frame: frame.body, policy, status: frame.statusCode }
}

const perDeck = 'http://{label}.localhost:3000'
const single = 'http://127.0.0.1:3000'

describe('scripts of a theme', () => {
  test.each(['', '/fullscreen', '/embed', '/review'])(
    'run in the frame of view "%s", which has its own origin',
    async (view) => {
      const { page, frame, policy } = await shown(perDeck, view)
      expect(frame).toContain('lookAround()')
      expect(frame).toContain('https://scripts.example/a.js')
      expect(page).not.toContain('lookAround()')
      expect(policy).toMatch(/sandbox [^;]*allow-same-origin/)
      expect(policy).not.toMatch(/allow-top-navigation|allow-modals|allow-downloads|nonce/)
    },
  )

  test('run in a frame with an opaque origin on a shared content host', async () => {
    const { page, frame, policy } = await shown(single, '')
    expect(frame).toContain('lookAround()')
    expect(policy).toMatch(/sandbox allow-scripts/)
    expect(`${policy}${page}`).not.toContain('allow-same-origin')
  })

  test('are not sent without a content host', async () => {
    const { frame, policy, status } = await shown(null, '')
    expect(status).toBe(200)
    expect(frame).toContain('Hello')
    expect(frame).not.toMatch(/lookAround|scripts\.example/)
    expect(policy).toMatch(/script-src 'nonce-/)
    expect(policy).not.toContain('allow-same-origin')
  })

  test('are never in the printable document', async () => {
    const { frame, policy, status } = await shown(perDeck, '/export')
    expect(status).toBe(200)
    expect(frame).toContain('Hello')
    expect(frame).not.toMatch(/lookAround|scripts\.example/)
    expect(policy).toMatch(/script-src 'nonce-/)
  })
})
