import type { LiveSnapshot } from '../../../realtime/live/client.ts'
import { messages } from '../../../rules/messages.ts'

/** What the audience's bubble says. `open`: it stays unfolded for as long as it is so. */
export interface BubbleText {
  readonly title: string
  readonly line: string
  readonly open: boolean
}

/** What the bubble needs to know of a stream. */
export type BubbleFacts = Pick<LiveSnapshot, 'connection' | 'status' | 'retry'> & {
  /** Whether the page has been connected before: the first connecting is no loss. */
  readonly wasConnected: boolean
  /** Why the deck itself could not be started; null when it could. */
  readonly failure: string | null
}

/** The countdown to the next look whether somebody presents. */
export function retryLine(retry: LiveSnapshot['retry']): string {
  if (retry?.phase === 'counting') return messages.live.retryingIn(retry.seconds)
  return retry?.phase === 'now' ? messages.live.retryingNow : messages.live.retrying
}

/** What the bubble says of how things stand; null while nothing is known. `author`: the name, or the username. */
export function bubbleText(facts: BubbleFacts, deck: { title: string; author: string }): BubbleText | null {
  if (facts.failure !== null) return { title: facts.failure, line: deck.title, open: true }
  const isUp = facts.connection === 'connected' || facts.connection === 'reconnected'
  if (!isUp && facts.wasConnected) {
    return { title: messages.live.lost, line: messages.live.reconnecting, open: true }
  }
  if (facts.status === 'waiting_for_publisher') {
    return { title: messages.live.waiting, line: retryLine(facts.retry), open: true }
  }
  return isUp ? { title: deck.title, line: messages.live.by(deck.author), open: false } : null
}
