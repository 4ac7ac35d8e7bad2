import { type PageDeck, slideIdAt, toPageDeck } from '../../../document/page-deck.ts'
import { throttleLatest } from '../../../player/throttle-latest.ts'
import type { LiveSnapshot, LiveStream } from '../../../realtime/live/client.ts'
import { changed, isNewer, type StageChange, type StageState } from './stage-state.ts'

/** Minimum interval between published states, in ms: held keys and the laser pointer change more often. */
const PUBLISH_EVERY = 60

/**
 * A message between windows of one browser: a state, or a request for it. `told`: whether the sender itself publishes
 * the state to the network.
 */
type WindowMessage =
  | { readonly say: 'state'; readonly state: StageState; readonly told: boolean }
  | { readonly say: 'ask' }

/** The part of a BroadcastChannel used here. */
export type WindowChannel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>

export interface StageLinkOptions {
  readonly first: StageState
  /** The network transport; null without one. */
  readonly stream: LiveStream | null
  /** The channel to other windows of this browser; null without one. */
  readonly channel: WindowChannel | null
  /** This window's deck, which received positions are converted to. Omit it if all windows have the same version. */
  readonly deck?: PageDeck
  /** ms since 1970. */
  readonly now?: () => number
}

/** A snapshot of a presentation; a new object after each change. */
export interface StageSnapshot {
  readonly state: StageState
  /** The network's snapshot; null without a network. */
  readonly live: LiveSnapshot | null
}

/** A presentation, as known by one of its windows. */
export interface StageLink {
  snapshot(): StageSnapshot
  /** Changes the presentation: for other windows at once, over the network as soon as it is connected. */
  change(change: StageChange): void
  /** Calls the listener after each change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  close(): void
}

/** What changed for a window between two snapshots of the stream. */
function changesBetween(before: LiveSnapshot | null, live: LiveSnapshot) {
  const isUp = (snapshot: LiveSnapshot | null): boolean =>
    snapshot?.connection === 'connected' || snapshot?.connection === 'reconnected'
  const published = before?.publishing ?? false
  return {
    back: live.connection === 'reconnected' && before?.connection !== 'reconnected',
    // The first join is no takeover, since it leaves the presentation unchanged.
    takesOver: isUp(before) && live.publishing && !published,
    overtaken: isUp(before) && isUp(live) && !live.publishing && published,
  }
}

/** The channel between windows of one browser that present the same deck; null if not supported. */
export function windowChannel(deckId: number): WindowChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`lectern-stage-${deckId}`)
}

/**
 * Synchronizes a presentation between all windows that control it. Windows of one browser do not need the network, so an
 * outage stops none of them. After a reconnect the newest state of all is published.
 */
export function openStageLink(options: StageLinkOptions): StageLink {
  return new SynchronizedStage(options)
}

class SynchronizedStage implements StageLink {
  readonly #stream: LiveStream | null
  readonly #channel: WindowChannel | null
  readonly #deck: PageDeck | undefined
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  readonly #publish = throttleLatest(PUBLISH_EVERY, () => this.#publishNow())
  #state: StageState
  #snapshot: StageSnapshot
  /** The order of the last state sent to the network or received from it. */
  #onNetwork: number | undefined
  #lastReceived: StageState | null = null
  /** The stream's snapshot before the next one. */
  #previous: LiveSnapshot | null
  readonly #stopStream: (() => void) | undefined

  constructor({ first, stream, channel, deck, now = Date.now }: StageLinkOptions) {
    this.#stream = stream
    this.#channel = channel
    this.#deck = deck
    this.#now = now
    this.#state = first
    this.#previous = stream?.snapshot() ?? null
    this.#snapshot = { state: first, live: this.#previous }
    if (channel) {
      channel.onmessage = ({ data }: MessageEvent<WindowMessage>) => this.#receiveFromWindow(data)
      channel.postMessage({ say: 'ask' } satisfies WindowMessage)
    }
    this.#stopStream = stream?.subscribe(() => {
      this.#receiveFromNetwork(stream.snapshot())
      this.#notify()
    })
  }

  snapshot = (): StageSnapshot => this.#snapshot

  change = (change: StageChange): void => {
    this.#state = changed(this.#state, change, this.#now())
    this.#sendToWindows()
    this.#publish(undefined)
    this.#notify()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close = (): void => {
    this.#stopStream?.()
    this.#stream?.close()
    this.#channel?.close()
    this.#listeners.clear()
  }

  #notify(): void {
    this.#snapshot = { state: this.#state, live: this.#stream?.snapshot() ?? null }
    for (const listener of [...this.#listeners]) listener()
  }

  /** Replaces the state by a received one, with its position in this window's deck. */
  #take(received: StageState): void {
    this.#state = this.#deck ? toPageDeck(received, this.#deck) : received
  }

  #withSlideId(): StageState {
    return this.#deck ? { ...this.#state, slide: slideIdAt(this.#deck, this.#state) } : this.#state
  }

  #publishes(): boolean {
    return this.#stream?.snapshot().publishing ?? false
  }

  #publishNow(): void {
    this.#onNetwork = this.#state.order
    const { publisher_id: _name, ...said } = this.#withSlideId()
    this.#stream?.publish(said)
  }

  #sendToWindows(): void {
    const message: WindowMessage = { say: 'state', state: this.#withSlideId(), told: this.#publishes() }
    this.#channel?.postMessage(message)
  }

  #receiveFromWindow(message: WindowMessage): void {
    if (message.say === 'ask') {
      this.#sendToWindows()
      return
    }
    if (!isNewer(message.state, this.#state)) return
    this.#take(message.state)
    // Publishes for a window that cannot.
    if (!message.told && this.#publishes() && this.#onNetwork !== this.#state.order) this.#publish(undefined)
    this.#notify()
  }

  #receiveFromNetwork(live: LiveSnapshot): void {
    const arrived: StageState | null = live.state
    const { back, takesOver, overtaken } = changesBetween(this.#previous, live)
    this.#previous = live
    // A state without publisher (before the first message, or long after the last) does not move presenters.
    if (arrived && arrived !== this.#lastReceived && arrived.publisher_id !== null) {
      this.#lastReceived = arrived
      if (isNewer(arrived, this.#state)) {
        this.#take(arrived)
        this.#onNetwork = this.#state.order
      }
      // The sender was offline and published an older state: publish the newer one again.
      else if (live.fromOther && live.publishing) this.#publish(undefined)
    }
    // After an outage or a takeover each window publishes its newest state, not the last one received.
    if (back || takesOver) this.#publishNow()
    // The server may have refused the last step; the window that took over publishes it, unless it was received.
    if (overtaken) this.#sendToWindows()
  }
}
