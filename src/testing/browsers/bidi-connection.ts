import { WebSocket } from 'ws'

/** A WebDriver BiDi connection. */
export interface BidiConnection {
  /** Sends a command and resolves with its result. Rejects with the browser's error. */
  send<Result>(method: string, params?: Readonly<Record<string, unknown>>): Promise<Result>
  /** Registers a listener for an event. The caller subscribes with a command. */
  on(event: string, listener: (params: never) => void): void
  close(): void
}

interface Message {
  readonly id?: number
  readonly type: 'success' | 'error' | 'event'
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
  readonly method?: string
  readonly params?: unknown
}

interface Pending {
  readonly method: string
  resolve(result: unknown): void
  reject(error: Error): void
}

/** Connects to the address printed by a browser. Rejects if nothing answers. */
export async function connectBidi(address: string): Promise<BidiConnection> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const pending = new Map<number, Pending>()
  const listeners = new Map<string, ((params: never) => void)[]>()
  let last = 0
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Message
    if (message.type === 'event') {
      for (const listener of listeners.get(message.method ?? '') ?? []) listener(message.params as never)
      return
    }
    const waiting = pending.get(message.id ?? 0)
    pending.delete(message.id ?? 0)
    if (message.type === 'success') waiting?.resolve(message.result)
    else waiting?.reject(new Error(`${waiting.method}: ${message.error}: ${message.message}`))
  })
  socket.on('close', () => {
    for (const { method, reject } of pending.values()) reject(new Error(`${method}: the browser has gone`))
    pending.clear()
  })
  return {
    send: <Result>(method: string, params = {}) =>
      new Promise<Result>((resolve, reject) => {
        if (socket.readyState !== WebSocket.OPEN) return reject(new Error(`${method}: the browser has gone`))
        last += 1
        pending.set(last, { method, resolve: (result) => resolve(result as Result), reject })
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
    on: (event, listener) => void listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    close: () => socket.close(),
  }
}
