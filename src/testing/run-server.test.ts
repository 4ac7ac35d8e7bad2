import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type RunningServer, runServer } from './run-server.ts'

const running: RunningServer[] = []
afterAll(async () => {
  for (const server of running) await server.dispose()
})
const run = async (env: Record<string, string> = {}) => {
  const server = await runServer({ env })
  running.push(server)
  return server
}

test('the server prints its URL, stops gracefully, and restarts with its data', async () => {
  const server = await run()
  expect(server.output()).toContain(`Open ${server.baseUrl}`)
  expect(await server.stop()).toBe(0)
  await server.start()
  expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200)
  await server.kill()
  await server.start()
  expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200)
})

test('a running request is answered when the server is stopped', async () => {
  const server = await run()
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

test('two processes cannot use one data folder', async () => {
  const server = await run()
  const main = join(import.meta.dirname, '../main.ts')
  const second = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: server.dataDir, SEED: 'off' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let words = ''
  second.stderr.on('data', (chunk) => {
    words += chunk
  })
  const [code] = await once(second, 'exit')
  expect(code).toBe(1)
  expect(words).toContain(`Another process is using ${server.dataDir}`)
})

test('a port in use is reported with a solution', async () => {
  const server = await run()
  const second = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: { PATH: process.env.PATH, PORT: String(server.port), DATA_DIR: join(server.dataDir, 'other'), SEED: 'off' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let words = ''
  second.stderr.on('data', (chunk) => {
    words += chunk
  })
  await once(second, 'exit')
  expect(words).toContain(`Port ${server.port} is used by another program`)
  expect(words).not.toContain('    at ')
})
