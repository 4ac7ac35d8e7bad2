import { type PageDeck, slideIdAt, toPageDeck } from '../../../document/page-deck.ts'
import { throttleLatest } from '../../../player/throttle-latest.ts'
import type { LiveSnapshot, LiveStream } from '../../../realtime/live/client.ts'
import { changed, isNewer, type StageChange, type StageState } from './stage-state.ts'

/** The network gets the newest state at most this often, in ms: a held key and a hand that points say more than it takes. */
const PUBLISH_EVERY = 60

/**
 * What windows beside each other say on their channel: their state, or the wish to hear it. `told`: whoever says it tells
 * the network, too.
 */
type Beside = { readonly say: 'state'; readonly state: StageState; readonly told: boolean } | { readonly say: 'ask' }

/** The part of a BroadcastChannel that is used here. */
export type WindowChannel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>

export interface StageLinkOptions {
  readonly first: StageState
  /** The way over the network; null where there is none. */
  readonly stream: LiveStream | null
  /** The way to the other windows of this browser; null where there is none. */
  readonly channel: WindowChannel | null
  /** The deck that this window shows; what others say is put into its terms. Without one all are taken to show the same. */
  readonly deck?: PageDeck
  /** ms since 1970. */
  readonly now?: () => number
}

/** One moment of a presentation; a new object after each change. */
export interface StageSnapshot {
  readonly state: StageState
  /** What the network knows; null without one. */
  readonly live: LiveSnapshot | null
}

/** One presentation, as one of the windows that move it knows it. */
export interface StageLink {
  snapshot(): StageSnapshot
  /** Does something for everybody: heard at once in the windows beside, and over the network as soon as it is there. */
  change(change: StageChange): void
  /** Calls back after each change of either. Returns the function that ends it. */
  subscribe(listener: () => void): () => void
  close(): void
}

/** What has become of a window's part in the stream from one snapshot to the next. */
function stepOf(before: LiveSnapshot | null, live: LiveSnapshot) {
  const isUp = (snapshot: LiveSnapshot | null): boolean =>
    snapshot?.connection === 'connected' || snapshot?.connection === 'reconnected'
  const published = before?.publishing ?? false
  return {
    back: live.connection === 'reconnected' && before?.connection !== 'reconnected',
    // The first time is no taking over: who joins a presentation leaves it as it is.
    takesOver: isUp(before) && live.publishing && !published,
    overtaken: isUp(before) && isUp(live) && !live.publishing && published,
  }
}

/** The channel between the windows of one browser that present the same deck; null where the browser has none. */
export function windowChannel(deckId: number): WindowChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`lectern-stage-${deckId}`)
}

/**
 * Keeps a presentation the same in all windows that move it. A window beside hears of each change without the network,
 * so a cut network stops neither of them; when it is back, the newest state of all goes out, whoever made it.
 */
export function openStageLink({ first, stream, channel, deck, now = Date.now }: StageLinkOptions): StageLink {
  let state = first
  let current: StageSnapshot = { state, live: stream?.snapshot() ?? null }
  const listeners = new Set<() => void>()
  const tell = (): void => {
    current = { state, live: stream?.snapshot() ?? null }
    for (const listener of [...listeners]) listener()
  }
  const own = (said: StageState): StageState => (deck ? toPageDeck(said, deck) : said)
  const named = (): StageState => (deck ? { ...state, slide: slideIdAt(deck, state) } : state)
  /** The order of the last state that this window has sent to the network, or received from it. */
  let onNetwork: number | undefined
  const publishNow = (): void => {
    onNetwork = state.order
    const { publisher_id: _name, ...said } = named()
    stream?.publish(said)
  }
  const publish = throttleLatest(PUBLISH_EVERY, publishNow)

  const publishes = (): boolean => stream?.snapshot().publishing ?? false
  const tellBeside = (): void =>
    channel?.postMessage({ say: 'state', state: named(), told: publishes() } satisfies Beside)

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<Beside>) => {
      if (data.say === 'ask') return tellBeside()
      if (!isNewer(data.state, state)) return
      state = own(data.state)
      // The audience receives the steps of a window that cannot publish through one that can.
      if (!data.told && publishes() && onNetwork !== state.order) publish(undefined)
      tell()
    }
    channel.postMessage({ say: 'ask' } satisfies Beside)
  }
  let heard: StageState | null = null
  let was: LiveSnapshot | null = stream?.snapshot() ?? null
  const hear = (live: LiveSnapshot): void => {
    const arrived: StageState | null = live.state
    const { back, takesOver, overtaken } = stepOf(was, live)
    was = live
    // A state of nobody (before the first word, or long after the last) moves nobody who presents.
    if (arrived && arrived !== heard && arrived.publisher_id !== null) {
      heard = arrived
      if (isNewer(arrived, state)) {
        state = own(arrived)
        onNetwork = state.order
      }
      // Somebody who was away told what they knew last: everybody gets to know what has become of it since.
      else if (live.fromOther && live.publishing) publish(undefined)
    }
    // What windows beside each other did without the network is told by each of them, in its newest form.
    // Whoever takes over tells where they are, not where they were when they were heard last.
    if (back || takesOver) publishNow()
    // The server may have refused the last step: the window that has taken over publishes it, unless it came through.
    if (overtaken) tellBeside()
  }
  const stopStream = stream?.subscribe(() => {
    hear(stream.snapshot())
    tell()
  })
  return {
    snapshot: () => current,
    change: (change) => {
      state = changed(state, change, now())
      tellBeside()
      publish(undefined)
      tell()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      stopStream?.()
      stream?.close()
      channel?.close()
      listeners.clear()
    },
  }
}
