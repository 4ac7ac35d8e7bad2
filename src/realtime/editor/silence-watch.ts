import { timings } from '../../rules/timings.ts'

/** What a watch needs of its connection. */
export interface WatchedConnection {
  /** Sends something that the server answers at once. */
  probe(): void
  /** Called when the server has sent nothing for as long as a lost connection may go unnoticed. */
  onSilent(): void
}

/**
 * Notices a server that does not answer although the connection is open: its process stands still, or a network swallows
 * all packets. Heartbeats would show it after 45 seconds. Only what is sent anyway is waited for, and any packet counts as
 * a sign of life: a large save may take longer than its answer is waited for. So there is one more question halfway.
 */
export class SilenceWatch {
  readonly #connection: WatchedConnection
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(connection: WatchedConnection) {
    this.#connection = connection
  }

  /** Something was sent that the server answers. */
  expect(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = setTimeout(() => {
        this.#timer = undefined
        this.#connection.onSilent()
      }, timings.collaborationConnectionLost / 2)
      this.#connection.probe()
    }, timings.collaborationConnectionLost / 2)
  }

  /** The server has sent something, or the connection has ended. */
  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
