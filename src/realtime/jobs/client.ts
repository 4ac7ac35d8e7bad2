import { io, type Socket } from 'socket.io-client'
import type { FollowJobsAnswer, JobMessage, JobServerEvents } from '../../api/job-channel/messages.ts'
import { reconnectPause } from '../../rules/reconnect-pause.ts'

type Listener = (message: JobMessage) => void
type JobSocket = Socket<JobServerEvents, Record<string, never>>

function browserSocket(): JobSocket {
  return io('/editor', {
    ...{ path: '/socket.io/', transports: ['websocket'] },
    ...{ reconnection: false, autoConnect: false, forceNew: true },
  })
}

/** A connection to the user's own room, reconnected until it is closed. */
class JobConnection {
  readonly #socket: JobSocket
  #timer: ReturnType<typeof setTimeout> | undefined
  #attempts = 0
  #pause: number | null = null
  #closed = false

  constructor(socket: JobSocket, onMessage: Listener) {
    this.#socket = socket
    socket.auth = { subscribe: { jobs: true } }
    socket.on('subscribed', (answer) => this.#onAnswer(answer))
    socket.on('job', onMessage)
    socket.on('retry_after', ({ ms }) => {
      this.#pause = ms
    })
    socket.on('connect_error', () => this.#retry())
    socket.on('disconnect', () => this.#retry())
    socket.connect()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    // A browser warns of a connection that is closed while it is made.
    if (this.#socket.active && !this.#socket.connected) this.#socket.once('connect', () => this.#socket.disconnect())
    else this.#socket.disconnect()
  }

  #onAnswer(answer: FollowJobsAnswer): void {
    // The session has ended: the page asks the API, which says so.
    if (!answer.ok) {
      this.close()
      return
    }
    this.#attempts = 0
    this.#socket.io.opts.query = { ticket: answer.ticket }
  }

  #retry(): void {
    clearTimeout(this.#timer)
    if (this.#closed) return
    this.#timer = setTimeout(() => this.#socket.connect(), this.#pause ?? reconnectPause(this.#attempts))
    this.#attempts += 1
    this.#pause = null
  }
}

const listeners = new Set<Listener>()
let connection: JobConnection | null = null

/**
 * Calls `onMessage` with the progress of the user's imports and exports, over one connection of the page. Messages may be
 * missing: callers ask the API as well, less often. Returns a function that ends it.
 */
export function followJobs(onMessage: Listener, createSocket: () => JobSocket = browserSocket): () => void {
  const listener: Listener = (message) => onMessage(message)
  listeners.add(listener)
  connection ??= new JobConnection(createSocket(), (message) => {
    for (const one of [...listeners]) one(message)
  })
  return () => {
    if (!listeners.delete(listener) || listeners.size > 0) return
    connection?.close()
    connection = null
  }
}
