import { MAX_MESSAGES_PER_SECOND } from './messages.ts'

/** The part of MessagePort used here. */
export type PortLike = Pick<MessagePort, 'postMessage' | 'close' | 'onmessage'>

/** A MessagePort that accepts only valid protocol messages. */
export interface CheckedPort<Outgoing> {
  /** Does nothing once the port is closed. */
  send(message: Outgoing): void
  close(): void
  readonly closed: boolean
}

export interface CheckedPortOptions<Incoming> {
  /** Parses raw data into a protocol message; null closes the port. */
  readonly read: (data: unknown) => Incoming | null
  readonly receive: (message: Incoming) => void
  /** Called once when the other side violates the protocol. */
  readonly onViolation?: () => void
  /** Monotonic clock, in ms. */
  readonly now?: () => number
}

/**
 * Wraps a MessagePort. One invalid message, or more than MAX_MESSAGES_PER_SECOND, closes it permanently. Messages are
 * counted before they are parsed, so a flood costs nothing.
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
