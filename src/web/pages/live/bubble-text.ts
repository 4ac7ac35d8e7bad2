import type { LiveSnapshot } from '../../../realtime/live/client.ts'
import { messages } from '../../../rules/messages.ts'

/** The text of the audience's bubble. `open`: it stays expanded. */
export interface BubbleText {
  readonly title: string
  readonly line: string
  readonly open: boolean
}

/** The facts the bubble's text depends on. */
export type BubbleFacts = Pick<LiveSnapshot, 'connection' | 'status' | 'retry'> & {
  /** Whether the page was connected before. Before that, being disconnected is not a lost connection. */
  readonly wasConnected: boolean
  /** Message if the deck could not be started; else null. */
  readonly failure: string | null
}

/** The countdown to the next check for a presenter. */
function retryLine(retry: LiveSnapshot['retry']): string {
  if (retry?.phase === 'counting') return messages.live.retryingIn(retry.seconds)
  return retry?.phase === 'now' ? messages.live.retryingNow : messages.live.retrying
}

/** The bubble's text; null before the first connection. `author`: the name, or the username. */
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
