import { WebSocket } from 'ws'

/** A connection that speaks WebDriver BiDi. */
export interface BidiConnection {
  /** Sends a command and resolves with its result. Rejects with the browser's own error. */
  send<Result>(method: string, params?: Readonly<Record<string, unknown>>): Promise<Result>
  /** Calls `listener` with the parameters of each event of this name. The command that subscribes is the caller's. */
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

/** Connects to the address that a browser printed. Rejects when nobody answers there. */
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
