import { type RawSocket, textFrame } from './text-frame.ts'

/** Sockets that are written to before other work of the process gets its turn: some ms. */
const inOneGo = 500

const none = Buffer.alloc(0)

/** Where a listener is told: the connection under its socket, null while it cannot be written to. */
export interface Wire {
  readonly raw: RawSocket | null
  /** A frame that it has to be told soon anyway: it goes along with what it is told, and counts as told. Null: none. */
  takeAlong(): Buffer | null
}

/** One thing that everybody is told the newest value of. */
interface Topic {
  readonly text: string
  readonly frame: Buffer
  readonly version: number
}

/** Somebody who is told. Made by FanOut.add, and handed to FanOut.remove. */
export interface Listener {
  /** How many bytes wait because this one reads slowly. */
  waiting(): number
}

class Place implements Listener {
  readonly wire: Wire
  /** Where it stands in the list. */
  index: number
  /** The version of each topic that it was told. */
  readonly told: number[]
  /** Its connection is full: it is told the newest when it has read what waits. */
  full = false

  constructor(wire: Wire, index: number, topics: number) {
    this.wire = wire
    this.index = index
    this.told = Array<number>(topics).fill(0)
  }

  waiting(): number {
    return this.wire.raw?.writableLength ?? 0
  }
}

/**
 * Tells the newest of a few values to any number of sockets. A message is encoded once, and the same bytes are written to
 * each connection. Only the newest counts: whoever reads slowly skips what came meanwhile, so at most one connection's
 * buffer waits for them, and nobody waits for somebody else.
 */
export class FanOut {
  readonly #places: Place[] = []
  readonly #topics: (Topic | null)[]
  readonly #skipped: number[]
  #running = false
  #again = false
  /** Two frames that were written together, and both as one. */
  #pair: readonly [Buffer, Buffer, Buffer] = [none, none, none]

  /** `topics`: how many different things there are to tell. */
  constructor(topics: number) {
    this.#topics = Array<Topic | null>(topics).fill(null)
    this.#skipped = Array<number>(topics).fill(0)
  }

  get size(): number {
    return this.#places.length
  }

  /** Somebody new, who is told at once what everybody knows. */
  add(wire: Wire): Listener {
    const place = new Place(wire, this.#places.length, this.#topics.length)
    this.#places.push(place)
    this.#tellPlace(place)
    return place
  }

  remove(listener: Listener): void {
    const place = listener as Place
    if (this.#places[place.index] !== place) return
    const last = this.#places.pop()
    if (last && last !== place) {
      // The last one takes the place; a round under way may have passed it.
      last.index = place.index
      this.#places[place.index] = last
      this.#again = true
    }
  }

  /** What was told last of a topic. */
  last(topic: number): string | null {
    return this.#topics[topic]?.text ?? null
  }

  /** How many values of a topic were not told to somebody because a newer one came first; each counts for each listener. */
  skipped(topic: number): number {
    return this.#skipped[topic] ?? 0
  }

  /** Tells everybody, in rounds between which the process does its other work. */
  tell(topic: number, text: string): void {
    this.put(topic, text)
    this.flush()
  }

  /** Tells everybody what was put and not told yet. */
  flush(): void {
    if (!this.#running) this.#round()
  }

  /** Something to be told together with what comes next: what is written at once costs hardly more than the one. */
  put(topic: number, text: string): void {
    const version = (this.#topics[topic]?.version ?? 0) + 1
    this.#topics[topic] = { text, frame: textFrame(text), version }
    this.#again = true
  }

  #round(): void {
    this.#running = true
    this.#again = false
    let at = 0
    const go = () => {
      const end = Math.min(at + inOneGo, this.#places.length)
      for (; at < end; at++) this.#tellPlace(this.#places[at] as Place)
      if (at < this.#places.length) setImmediate(go)
      else if (this.#again) this.#round()
      else this.#running = false
    }
    go()
  }

  #tellPlace(place: Place): void {
    if (place.full) return
    const { told, wire } = place
    const { raw } = wire
    if (!raw) return
    let frame: Buffer | null = null
    for (let at = 0; at < told.length; at++) {
      const topic = this.#topics[at]
      if (!topic || told[at] === topic.version) continue
      // Who has just come was told nothing before, and has skipped nothing.
      const before = told[at] || topic.version - 1
      if (before < topic.version - 1) this.#skipped[at] = this.skipped(at) + topic.version - 1 - before
      told[at] = topic.version
      frame = frame ? this.#joined(frame, topic.frame) : topic.frame
    }
    if (!frame) return
    const along = wire.takeAlong()
    if (!raw.write(along ? this.#joined(frame, along) : frame)) this.#waitFor(place, raw)
  }

  /** Two frames as one piece; the same two are the same piece, since thousands are told the same. */
  #joined(first: Buffer, second: Buffer): Buffer {
    if (this.#pair[0] !== first || this.#pair[1] !== second) {
      this.#pair = [first, second, Buffer.concat([first, second])]
    }
    return this.#pair[2]
  }

  #waitFor(place: Place, raw: RawSocket): void {
    place.full = true
    raw.once('drain', () => {
      place.full = false
      this.#tellPlace(place)
    })
  }
}
