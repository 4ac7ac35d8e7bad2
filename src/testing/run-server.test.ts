import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, runServer } from './run-server.ts'

/** All tests use one server: it runs before and after each of them, but the last. */
let server: RunningServer
beforeAll(async () => {
  server = await runServer({ env: { LECTERN_TIMINGS: '{"passwordHash":0}' } })
})
afterAll(() => server?.dispose())

/** Another process with some settings, while the server runs: its exit code and errors. */
async function startAnother(settings: Record<string, string>): Promise<{ code: number; words: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const second = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}), SEED: 'off', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let words = ''
  second.stderr.on('data', (chunk) => {
    words += chunk
  })
  const [code] = await once(second, 'exit')
  return { code, words }
}

test('the server prints its URL, stops gracefully, and restarts with its data', async () => {
  expect(server.output()).toContain(`Open ${server.baseUrl}`)
  expect(await server.stop()).toBe(0)
  await server.start()
  expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200)
  await server.kill()
  await server.start()
  expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200)
})

test('two processes cannot use one data folder', async () => {
  const { code, words } = await startAnother({ PORT: '0', DATA_DIR: server.dataDir })
  expect(code).toBe(1)
  expect(words).toContain(`Another process is using ${server.dataDir}`)
})

test('a port in use is reported with a solution', async () => {
  const { words } = await startAnother({ PORT: String(server.port), DATA_DIR: join(server.dataDir, 'other') })
  expect(words).toContain(`Port ${server.port} is used by another program`)
  expect(words).not.toContain('    at ')
})

test('a running request is answered when the server is stopped', async () => {
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  const body = JSON.stringify({ user: { login: 'nobody', password: 'nothing' } })
  const head = [
    'POST /users/sign_in HTTP/1.1',
    `Host: localhost:${server.port}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  // The server has read the head and waits for the body: the request is running.
  expect(String((await once(socket, 'data'))[0])).toContain('100 Continue')
  const stopped = server.stop()
  const refused = async () =>
    !(await fetch(`http://127.0.0.1:${server.port}/healthz`).then(
      () => true,
      () => false,
    ))
  while (!(await refused())) await new Promise((resolve) => setTimeout(resolve, 20))
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(body)
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(await stopped).toBe(0)
})
