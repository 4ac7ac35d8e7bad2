import { type CheckedPort, checkedPort } from './checked-port.ts'
import { type DownMessage, readHello, readUp, type UpMessage } from './messages.ts'

export interface HostPortOptions {
  /** The deck's iframe. */
  readonly frame: HTMLIFrameElement
  /** The deck's origin; 'null' for a sandbox without an origin. */
  readonly origin: string
  readonly receive: (message: UpMessage) => void
}

export interface HostPort {
  /** Sends to the deck; queues the latest 20 messages until the frame has said hello. */
  send(message: DownMessage): void
  close(): void
}

/** Maximum length of the queue while the frame loads. */
const MAX_QUEUED = 20
/** Maximum number of restarts of one frame: stops serving a deck that reloads itself forever. */
const MAX_HELLOS = 10
/**
 * Maximum number of frame messages per second that are not a hello; one more removes the deck. Pages inside it may talk
 * to each other, but a flood would block the page's own input.
 */
const MAX_STRAY_MESSAGES = 1000

/**
 * The app page's end of the channel: waits for the frame's hello, sends it one port of a new channel, and uses only
 * that port. A hello is accepted only from this frame and the deck's origin. A deck that floods the page with messages
 * is removed and reported as an error.
 */
export function openHostPort({ frame, origin, receive }: HostPortOptions): HostPort {
  let port: CheckedPort<DownMessage> | null = null
  const seenHellos = new Set<string>()
  let queued: DownMessage[] = []
  let strays = 0
  let since = performance.now()

  /** Counts messages of all frames, nested ones included; a flood removes the deck and reports an error. */
  const floods = (): boolean => {
    const now = performance.now()
    if (now - since >= 1000) [strays, since] = [0, now]
    strays += 1
    if (strays <= MAX_STRAY_MESSAGES) return false
    close()
    // Adds no history entry: Back would return to the flood.
    frame.contentWindow?.location.replace('about:blank')
    receive({ type: 'error', code: 'start-failed' })
    return true
  }
  const onMessage = (event: MessageEvent): void => {
    if (event.source !== window && floods()) return
    if (event.source !== frame.contentWindow || event.origin !== origin) return
    const hello = readHello(event.data)
    if (!hello || seenHellos.has(hello.id) || seenHellos.size >= MAX_HELLOS) return
    seenHellos.add(hello.id)
    port?.close()
    const channel = new MessageChannel()
    port = checkedPort<UpMessage, DownMessage>(channel.port1, { read: readUp, receive })
    // An opaque origin cannot be a target origin; the message carries only the port, and goes to this window.
    frame.contentWindow?.postMessage('port', origin === 'null' ? '*' : origin, [channel.port2])
    for (const message of queued) port.send(message)
    queued = []
  }
  const close = (): void => {
    window.removeEventListener('message', onMessage)
    port?.close()
  }
  window.addEventListener('message', onMessage)
  return {
    send: (message) => {
      if (port) port.send(message)
      else queued = [...queued, message].slice(-MAX_QUEUED)
    },
    close,
  }
}
