import type { AppOrigins } from '../document/output/frame-types.ts'
import { isAppOrigin } from './app-origins.ts'
import { type CheckedPort, checkedPort } from './checked-port.ts'
import { type DownMessage, type Hello, readDown, type UpMessage } from './messages.ts'

/** The frame's end of the channel. */
export interface FramePort {
  send(message: UpMessage): void
}

export interface FramePortOptions {
  readonly origins: AppOrigins
  readonly receive: (message: DownMessage) => void
  /** Called when the parent page has sent its port. */
  readonly onConnect: () => void
}

/** Interval between two hello messages, in ms: the parent page's script may start later than the frame's. */
const HELLO_EVERY = 60
/** Number of hello messages before giving up: the page never answers, or the frame was opened directly. */
const MAX_HELLOS = 500

/**
 * The frame's end of the channel. Sends hello to the parent window until it gets a port. Accepts the first port from
 * the parent and an app origin, and then listens to that port only.
 */
export function openFramePort({ origins, receive, onConnect }: FramePortOptions): FramePort {
  let port: CheckedPort<UpMessage> | null = null
  if (window.parent === window) return { send: () => {} }

  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const hello: Hello = { lectern: 'hello', id }
  let left = MAX_HELLOS
  // Any parent may receive the hello: it holds no deck data, and `frame-ancestors` restricts the parents.
  const sayHello = (): void => {
    window.parent.postMessage(hello, '*')
    left -= 1
    if (left === 0) clearInterval(timer)
  }
  const timer = setInterval(sayHello, HELLO_EVERY)
  sayHello()

  const onMessage = (event: MessageEvent): void => {
    const received = event.ports[0]
    if (event.source !== window.parent || !received || !isAppOrigin(event.origin, origins)) return
    clearInterval(timer)
    window.removeEventListener('message', onMessage)
    port = checkedPort<DownMessage, UpMessage>(received, { read: readDown, receive })
    onConnect()
  }
  window.addEventListener('message', onMessage)
  return { send: (message) => port?.send(message) }
}
