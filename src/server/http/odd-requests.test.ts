import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountScreens } from '../../testing/mount-screens.ts'
import { makeTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp('sqlite')
  await app.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

/** Sends a raw request, and returns the whole response. */
function raw(request: string, to: TestApp = app): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect((to.server.server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(request))
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })
}

const own = 'Host: localhost:3000\r\n'
const end = 'Connection: close\r\n\r\n'

test.each([
  ['two different ones', 'Host: evil.example\r\n'],
  ['the same one twice', own],
  ['in another case', 'HOST: evil.example\r\n'],
])('a request with two Host headers is refused, with our headers: %s', async (_case, second) => {
  const answer = await raw(`GET /api/v1/status HTTP/1.1\r\n${own}${second}${end}`)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain("content-security-policy: default-src 'none'")
  expect(await raw(`GET /api/v1/status HTTP/1.1\r\n${own}${end}`)).toMatch(/^HTTP\/1\.1 200 /)
})

test('a socket handshake with two Host headers is refused', async () => {
  const handshake = `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: http://localhost:3000\r\n\r\n`
  const line = 'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n'
  expect(await raw(`${line}${own}Host: evil.example\r\n${handshake}`)).toMatch(/^HTTP\/1\.1 400 /)
  const other = handshake.replace('http://localhost', 'https://localhost')
  expect(await raw(`${line}${own}${other}`)).toMatch(/^HTTP\/1\.1 403 /)
})

test.each(['/%zz', '/ann/%', '/api/v1/users/%c3%28', '/users/%zz?return_to=%zz'])(
  'a path with a bad percent-encoding is a 404: %s',
  async (path) => {
    const { status, headers, body } = await app.visitor().get(path)
    expect([status, Object.keys(body)]).toEqual([404, ['error']])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  },
)

test('a path that begins with two slashes gets a page, and does not change the host', async () => {
  const screens = await makeTestApp('sqlite', { extend: mountScreens })
  await screens.server.listen({ port: 0, host: '127.0.0.1' })
  const lines = ['//', '/\\', '//[', '//evil.example/users/sign_in', '//evil.example//'].map((path) =>
    raw(`GET ${path} HTTP/1.1\r\n${own}Accept: text/html\r\n${end}`, screens),
  )
  const answers = await Promise.all(lines)
  await screens.close()
  expect(answers.map((answer) => answer.slice(0, 12))).toEqual(
    ['200', '200', '404', '404', '404'].map((code) => `HTTP/1.1 ${code}`),
  )
  for (const answer of answers) expect(answer).not.toContain('http://evil.example')
})
