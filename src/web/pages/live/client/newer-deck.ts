import type { AudiencePageData, NewerDeck } from '../../../../api/deck-pages/live-page-data.ts'
import type { LiveStream } from '../../../../realtime/live/client.ts'
import { timings } from '../../../../rules/timings.ts'

/** An answer is waited for so long (ms). */
const answerTime = 15_000

/** Asks for what this page would be if it were opened now; null when it is not a page that follows any more. */
export async function readNewerDeck(): Promise<NewerDeck | null> {
  const answer = await fetch(window.location.pathname + window.location.search, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(answerTime),
  })
  if (answer.status >= 500) throw new Error(`The deck could not be read again: ${answer.status}`)
  const isData = answer.ok && answer.headers.get('content-type')?.startsWith('application/json')
  return isData ? ((await answer.json()) as NewerDeck) : null
}

/**
 * Takes the deck anew when the presenter's page shows a newer version of it, which it does once it has been opened or
 * loaded again; a save during the talk changes nothing for those who follow. A hall does not ask at the same moment.
 */
export function followVersion(
  stream: LiveStream,
  data: AudiencePageData,
  take: (deck: NewerDeck) => void,
  read: () => Promise<NewerDeck | null> = readNewerDeck,
): void {
  let asked = data.version
  const ask = async (version: number): Promise<void> => {
    try {
      const deck = await read()
      if (deck && deck.data.version > data.version) take(deck)
    } catch {
      // Without an answer the talk goes on with what is there; it is asked for again.
      setTimeout(() => void ask(version), timings.liveRetry)
    }
  }
  const hear = (): void => {
    const { state, subscribers, refused } = stream.snapshot()
    const version = state?.version
    if (version === undefined || refused || version <= asked || version <= data.version) return
    asked = version
    setTimeout(() => void ask(version), Math.random() * subscribers * timings.liveNewerDeckPerFollower)
  }
  stream.subscribe(hear)
  hear()
}
