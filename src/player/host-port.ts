import { type CheckedPort, checkedPort } from './checked-port.ts'
import { type DownMessage, readHello, readUp, type UpMessage } from './messages.ts'

export interface HostPortOptions {
  /** The iframe element that holds the deck. */
  readonly frame: HTMLIFrameElement
  /** The origin the deck is served from; 'null' for a sandbox without an origin of its own. */
  readonly origin: string
  readonly receive: (message: UpMessage) => void
}

export interface HostPort {
  /** Sends to the deck; before the frame has said hello the latest messages wait (at most 20). */
  send(message: DownMessage): void
  close(): void
}

/** Messages kept while the frame is still loading. */
const MOST_WAITING = 20
/** How often one frame element may start anew (a deck that reloads itself for ever is left alone). */
const MOST_HELLOS = 10
/**
 * Messages from frames in a second that are no hello: one more ends the deck. Pages in it may chat with each other, but
 * a flood would keep the page around it from answering keys.
 */
const MOST_STRAYS = 1000

/**
 * The app page's end: waits for the frame's hello, gives it one port of a new channel, and talks over that port only.
 * A hello counts when it comes from this very frame and from the deck's origin. A deck that floods the page with
 * messages is taken away: it is received as an error.
 */
export function openHostPort({ frame, origin, receive }: HostPortOptions): HostPort {
  let port: CheckedPort<DownMessage> | null = null
  const known = new Set<string>()
  let waiting: DownMessage[] = []
  let strays = 0
  let since = performance.now()

  /** Counts what comes from frames, those inside the deck included; a flood takes the deck away and says so. */
  const floods = (): boolean => {
    const now = performance.now()
    if (now - since >= 1000) [strays, since] = [0, now]
    strays += 1
    if (strays <= MOST_STRAYS) return false
    close()
    // No step of the history: Back would lead to the flood again.
    frame.contentWindow?.location.replace('about:blank')
    receive({ type: 'error', code: 'start-failed' })
    return true
  }
  const onMessage = (event: MessageEvent): void => {
    if (event.source !== window && floods()) return
    if (event.source !== frame.contentWindow || event.origin !== origin) return
    const hello = readHello(event.data)
    if (!hello || known.has(hello.id) || known.size >= MOST_HELLOS) return
    known.add(hello.id)
    port?.close()
    const channel = new MessageChannel()
    port = checkedPort<UpMessage, DownMessage>(channel.port1, { read: readUp, receive })
    // An opaque origin can't be named as a target; the message carries nothing but the port, which goes to this window.
    frame.contentWindow?.postMessage('port', origin === 'null' ? '*' : origin, [channel.port2])
    for (const message of waiting) port.send(message)
    waiting = []
  }
  const close = (): void => {
    window.removeEventListener('message', onMessage)
    port?.close()
  }
  window.addEventListener('message', onMessage)
  return {
    send: (message) => {
      if (port) port.send(message)
      else waiting = [...waiting, message].slice(-MOST_WAITING)
    },
    close,
  }
}
