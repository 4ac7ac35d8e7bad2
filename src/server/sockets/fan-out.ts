import { type RawSocket, textFrame } from './text-frame.ts'

/** The number of sockets written to before yielding to other work of the process. One batch takes a few ms. */
const batchSize = 500

const none = Buffer.alloc(0)

/** A connection that receives broadcasts; `raw` is null while it is not writable. */
export interface Connection {
  readonly raw: RawSocket | null
  /** Takes the ping frame if a ping is due soon, to send it with a message; else null. */
  takeDuePing(): Buffer | null
}

/** The latest value of a topic. */
interface Topic {
  readonly text: string
  readonly frame: Buffer
  readonly version: number
}

/** A subscriber. Created by FanOut.add, passed to FanOut.remove. */
export interface Subscriber {
  /** Bytes queued because this subscriber reads slowly. */
  queuedBytes(): number
}

class Subscription implements Subscriber {
  readonly connection: Connection
  /** Its index in the list. */
  index: number
  /** The version of each topic last sent to it. */
  readonly sentVersions: number[]
  /** Whether its connection's buffer is full: it gets the newest values when drained. */
  full = false

  constructor(connection: Connection, index: number, topics: number) {
    this.connection = connection
    this.index = index
    this.sentVersions = Array<number>(topics).fill(0)
  }

  queuedBytes(): number {
    return this.connection.raw?.writableLength ?? 0
  }
}

/**
 * Broadcasts the latest of a few values to any number of sockets. A message is encoded once, and the same bytes are
 * written to each connection. A slow reader skips intermediate values: it queues at most one connection's buffer, and
 * delays no other.
 */
export class FanOut {
  readonly #subscriptions: Subscription[] = []
  readonly #topics: (Topic | null)[]
  readonly #skipped: number[]
  #running = false
  #pending = false
  /** Cache of the last concatenation: two frames and both as one. */
  #lastConcatenation: readonly [Buffer, Buffer, Buffer] = [none, none, none]

  /** `topics`: the number of topics. */
  constructor(topics: number) {
    this.#topics = Array<Topic | null>(topics).fill(null)
    this.#skipped = Array<number>(topics).fill(0)
  }

  get size(): number {
    return this.#subscriptions.length
  }

  /** Adds a subscriber and sends it the current values. */
  add(connection: Connection): Subscriber {
    const subscription = new Subscription(connection, this.#subscriptions.length, this.#topics.length)
    this.#subscriptions.push(subscription)
    this.#send(subscription)
    return subscription
  }

  remove(subscriber: Subscriber): void {
    const subscription = subscriber as Subscription
    if (this.#subscriptions[subscription.index] !== subscription) return
    const last = this.#subscriptions.pop()
    if (last && last !== subscription) {
      // The last subscription takes this index, which a round in progress may have passed already.
      last.index = subscription.index
      this.#subscriptions[subscription.index] = last
      this.#pending = true
    }
  }

  /** The latest value of a topic. */
  last(topic: number): string | null {
    return this.#topics[topic]?.text ?? null
  }

  /** How many values of a topic were skipped for a newer one, summed over all subscribers. */
  skipped(topic: number): number {
    return this.#skipped[topic] ?? 0
  }

  /** Broadcasts a value, in rounds between which the process does other work. */
  broadcast(topic: number, text: string): void {
    this.put(topic, text)
    this.flush()
  }

  /** Broadcasts pending values. */
  flush(): void {
    if (!this.#running) this.#round()
  }

  /**
   * Sets a value to be sent with the next broadcast: one write of both costs hardly more than one of a single value.
   */
  put(topic: number, text: string): void {
    const version = (this.#topics[topic]?.version ?? 0) + 1
    this.#topics[topic] = { text, frame: textFrame(text), version }
    this.#pending = true
  }

  #round(): void {
    this.#running = true
    this.#pending = false
    let at = 0
    const go = () => {
      const end = Math.min(at + batchSize, this.#subscriptions.length)
      for (; at < end; at++) this.#send(this.#subscriptions[at] as Subscription)
      if (at < this.#subscriptions.length) setImmediate(go)
      else if (this.#pending) this.#round()
      else this.#running = false
    }
    go()
  }

  #send(subscription: Subscription): void {
    if (subscription.full) return
    const { sentVersions, connection } = subscription
    const { raw } = connection
    if (!raw) return
    let frame: Buffer | null = null
    for (let at = 0; at < sentVersions.length; at++) {
      const topic = this.#topics[at]
      if (!topic || sentVersions[at] === topic.version) continue
      // A new subscriber has skipped nothing.
      const before = sentVersions[at] || topic.version - 1
      if (before < topic.version - 1) this.#skipped[at] = this.skipped(at) + topic.version - 1 - before
      sentVersions[at] = topic.version
      frame = frame ? this.#concatenated(frame, topic.frame) : topic.frame
    }
    if (!frame) return
    const ping = connection.takeDuePing()
    if (!raw.write(ping ? this.#concatenated(frame, ping) : frame)) this.#resumeOnDrain(subscription, raw)
  }

  /** Two frames concatenated; cached, since thousands of sockets get the same two. */
  #concatenated(first: Buffer, second: Buffer): Buffer {
    if (this.#lastConcatenation[0] !== first || this.#lastConcatenation[1] !== second) {
      this.#lastConcatenation = [first, second, Buffer.concat([first, second])]
    }
    return this.#lastConcatenation[2]
  }

  #resumeOnDrain(subscription: Subscription, raw: RawSocket): void {
    subscription.full = true
    raw.once('drain', () => {
      subscription.full = false
      this.#send(subscription)
    })
  }
}
