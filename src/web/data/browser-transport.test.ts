// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { browserTransport, renewCsrfToken } from './browser-transport.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  document.head.innerHTML = ''
})

function catchFetch() {
  const calls: { url: string; init: RequestInit & { headers: Headers } }[] = []
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit & { headers: Headers }) => {
    calls.push({ url: url.href, init })
    return new Response('{}', { status: 200 })
  })
  return calls
}

const send = (path: string, method: 'GET' | 'POST' | 'DELETE' = 'POST') =>
  browserTransport()({ method, path, body: method === 'DELETE' ? null : '{}' })

test('every changing call to the app’s own origin sends the CSRF token, and sends the new token after a renewal', async () => {
  document.head.innerHTML = '<meta name="csrf-token" content="first">'
  const calls = catchFetch()
  await send('/api/v1/decks.json')
  renewCsrfToken('second')
  await send('/api/v1/decks.json')
  expect(calls.map(({ init }) => init.headers.get('x-csrf-token'))).toEqual(['first', 'second'])
})

test('the CSRF token is never sent to another site', async () => {
  document.head.innerHTML = '<meta name="csrf-token" content="secret">'
  const calls = catchFetch()
  await send('https://elsewhere.example/api')
  await send('//elsewhere.example/api')
  expect(calls.map(({ init }) => init.headers.has('x-csrf-token'))).toEqual([false, false])
  expect(calls.every(({ init }) => init.credentials === 'same-origin')).toBe(true)
})

test('a deletion outlives its page', async () => {
  const calls = catchFetch()
  await send('/api/v1/decks/1/comments/1.json', 'DELETE')
  await send('/api/v1/decks.json')
  expect(calls.map(({ init }) => init.keepalive)).toEqual([true, false])
})
