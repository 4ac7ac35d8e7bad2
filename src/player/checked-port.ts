import { MAX_MESSAGES_PER_SECOND } from './messages.ts'

/** The part of a MessagePort that is used here. */
export type PortLike = Pick<MessagePort, 'postMessage' | 'close' | 'onmessage'>

/** A port on which only messages of the protocol pass. */
export interface CheckedPort<Outgoing> {
  /** Sends unless the port is closed. */
  send(message: Outgoing): void
  close(): void
  readonly closed: boolean
}

export interface CheckedPortOptions<Incoming> {
  /** Reads raw data into a message of the protocol; null closes the port. */
  readonly read: (data: unknown) => Incoming | null
  readonly receive: (message: Incoming) => void
  /** Called once when the other side broke the protocol. */
  readonly onViolation?: () => void
  /** Milliseconds from a clock that only goes forward. */
  readonly now?: () => number
}

/**
 * Wraps one end of a message channel: every message is read by the protocol's reader, and one bad message, or more
 * messages in a second than the protocol allows, closes the port for good. A flood is counted before it is read, so
 * that it costs nothing.
 */
export function checkedPort<Incoming, Outgoing>(
  port: PortLike,
  { read, receive, onViolation, now = () => performance.now() }: CheckedPortOptions<Incoming>,
): CheckedPort<Outgoing> {
  const times: number[] = []
  let closed = false

  const close = (): void => {
    if (closed) return
    closed = true
    port.onmessage = null
    port.close()
  }
  const tooMany = (): boolean => {
    const time = now()
    while (times.length > 0 && time - times[0]! >= 1000) times.shift()
    times.push(time)
    return times.length > MAX_MESSAGES_PER_SECOND
  }
  port.onmessage = ({ data }: { data: unknown }) => {
    if (closed) return
    const message = tooMany() ? null : read(data)
    if (message !== null) return receive(message)
    close()
    onViolation?.()
  }
  return {
    send: (message) => {
      if (!closed) port.postMessage(message)
    },
    close,
    get closed() {
      return closed
    },
  }
}
