import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { limits } from '../../rules/limits.ts'
import { makeTestApp, type TestApp } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { createApp } from '../http/create-app.ts'
import type { NamespaceLimits } from './app-socket.ts'
import { createSocketServer } from './create-socket-server.ts'

const small: NamespaceLimits = { messageBytes: 1_000, messagesPerSecond: 5, socketsPerAddress: 2 }
const large: NamespaceLimits = { messageBytes: 80_000, messagesPerSecond: 60, socketsPerAddress: 4 }

describe('two namespaces of one server have separate limits', () => {
  let app: TestApp
  let server: Awaited<ReturnType<typeof createApp>>
  /** Events by namespace. */
  const received: Record<string, number> = {}
  const open: WebSocket[] = []

  beforeAll(async () => {
    app = await makeTestApp('sqlite')
    server = await createApp(app.services)
    const sockets = createSocketServer(server, app.services)
    for (const [name, ofNamespace] of [['/small', small] as const, ['/large', large] as const]) {
      received[name] = 0
      const onConnect = () => ({ opening: null, onEvent: () => void received[name]!++, onClose: () => {} })
      sockets.serve({ name, limits: ofNamespace, onConnect })
    }
    await server.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(async () => {
    for (const socket of open) socket.close()
    await waitFor(() => open.every((socket) => socket.readyState === WebSocket.CLOSED))
    open.splice(0)
  })
  afterAll(async () => {
    await server.close()
    await app.close()
  })

  /** A connected socket, joined to a namespace if one is given. */
  async function connect(namespace?: string) {
    const { port } = server.server.address() as AddressInfo
    const { origin, host } = new URL(app.services.settings.baseUrl)
    const address = `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`
    const socket = new WebSocket(address, { headers: { origin, host } })
    open.push(socket)
    const texts: string[] = []
    let code: number | null = null
    socket.on('message', (data) => texts.push(String(data)))
    socket.on('close', (closed) => {
      code = closed
    })
    await waitFor(() => texts.length > 0 || code !== null)
    if (namespace) {
      socket.send(`40${namespace},{}`)
      await waitFor(() => texts.length > 1 || code !== null)
    }
    return { socket, texts, code: () => code }
  }
  /** An event of a namespace, `bytes` long. */
  const event = (namespace: string, bytes: number) => {
    const bare = `42${namespace},["say",""]`
    return bare.replace('""', `"${'x'.repeat(bytes - bare.length)}"`)
  }

  test.each([
    ['/small', small],
    ['/large', large],
  ])(
    '%s accepts messages up to its size limit, and closes the socket for one byte more',
    async (name, { messageBytes }) => {
      const { socket, code } = await connect(name)
      const before = received[name] as number
      socket.send(event(name, messageBytes))
      await waitFor(() => received[name] === before + 1)
      expect(code()).toBe(null)
      socket.send(event(name, messageBytes + 1))
      await waitFor(() => code() !== null)
      expect([code(), received[name]]).toEqual([1009, before + 1])
    },
  )

  test('a message above the limit of all namespaces is not read to its end', async () => {
    const { socket, code } = await connect('/small')
    socket.send(event('/small', large.messageBytes + 1))
    await waitFor(() => code() !== null)
    expect(code()).toBe(1009)
  })

  test.each([
    ['/small', small],
    ['/large', large],
  ])(
    '%s accepts messages up to its rate limit, and closes the socket for one more',
    async (name, { messagesPerSecond }) => {
      const { socket, code } = await connect(name)
      const before = received[name] as number
      // The join packet was the first.
      for (let at = 1; at < messagesPerSecond; at++) socket.send(event(name, 40))
      await waitFor(() => received[name] === before + messagesPerSecond - 1)
      expect(code()).toBe(null)
      for (let at = 0; at <= messagesPerSecond; at++) socket.send(event(name, 40))
      await waitFor(() => code() !== null)
      expect(code()).toBe(1008)
    },
  )

  test('a socket without a namespace is limited', async () => {
    const { socket, code } = await connect()
    socket.send(event('/large', limits.unjoinedSocket.messageBytes + 1))
    await waitFor(() => code() !== null)
    expect(code()).toBe(1009)
    const flood = await connect()
    for (let at = 0; at <= limits.unjoinedSocket.messagesPerSecond; at++) flood.socket.send('3')
    await waitFor(() => flood.code() !== null)
    expect(flood.code()).toBe(1008)
  })

  test('sockets of one address are limited per namespace, and closing one admits another', async () => {
    const [first, second] = [await connect('/small'), await connect('/small')]
    const third = await connect('/small')
    await waitFor(() => third.code() !== null)
    expect([first.code(), second.code(), third.code()]).toEqual([null, null, 1008])
    expect((await connect('/large')).code()).toBe(null)
    first.socket.close()
    await waitFor(async () => {
      const next = await connect('/small')
      const isIn = next.code() === null && next.texts.length > 1
      next.socket.close()
      return isIn
    })
  })

  test('the open packet announces the largest message that any namespace accepts', async () => {
    const { texts } = await connect()
    expect(JSON.parse((texts[0] as string).slice(1)).maxPayload).toBe(large.messageBytes)
  })
})
