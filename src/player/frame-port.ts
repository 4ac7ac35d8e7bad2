import { type AppOrigins, isAppOrigin } from './app-origins.ts'
import { type CheckedPort, checkedPort } from './checked-port.ts'
import { type DownMessage, type Hello, readDown, type UpMessage } from './messages.ts'

export interface FramePortOptions {
  readonly origins: AppOrigins
  readonly receive: (message: DownMessage) => void
  /** Called when the page around the frame has given its port. */
  readonly onConnect: () => void
}

/** How long to wait between two hellos, in ms: the page's script may come later than the frame's. */
const HELLO_EVERY = 60
/** Hellos before giving up (a page that never answers, or the frame opened by itself). */
const MOST_HELLOS = 500

/**
 * The frame's end: says hello to the window around it until that window gives a port, takes the first port that
 * comes from it and from an origin of the app, and from then on listens to nothing but that port.
 */
export function openFramePort({ origins, receive, onConnect }: FramePortOptions): { send(message: UpMessage): void } {
  let port: CheckedPort<UpMessage> | null = null
  if (window.parent === window) return { send: () => {} }

  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const hello: Hello = { lectern: 'hello', id }
  let left = MOST_HELLOS
  // The hello holds nothing of the deck, so it may go to whoever frames us; who may frame us, the headers say.
  const sayHello = (): void => {
    window.parent.postMessage(hello, '*')
    left -= 1
    if (left === 0) clearInterval(timer)
  }
  const timer = setInterval(sayHello, HELLO_EVERY)
  sayHello()

  const onMessage = (event: MessageEvent): void => {
    const given = event.ports[0]
    if (event.source !== window.parent || !given || !isAppOrigin(event.origin, origins)) return
    clearInterval(timer)
    window.removeEventListener('message', onMessage)
    port = checkedPort<DownMessage, UpMessage>(given, { read: readDown, receive })
    onConnect()
  }
  window.addEventListener('message', onMessage)
  return { send: (message) => port?.send(message) }
}
