import type { AudiencePageData, NewerDeck } from '../../../../api/deck-pages/live-page-data.ts'
import type { LiveStream } from '../../../../realtime/live/client.ts'
import { timings } from '../../../../rules/timings.ts'

/** Timeout of the request, in ms. */
const requestTimeout = 15_000

/** Requests this page's current data; null if the URL is no longer an audience page. */
export async function readNewerDeck(): Promise<NewerDeck | null> {
  const answer = await fetch(window.location.pathname + window.location.search, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(requestTimeout),
  })
  if (answer.status >= 500) throw new Error(`The deck could not be read again: ${answer.status}`)
  const isData = answer.ok && answer.headers.get('content-type')?.startsWith('application/json')
  return isData ? ((await answer.json()) as NewerDeck) : null
}

/**
 * Reloads the deck when the presenter's page shows a newer version, which it does after it was opened or reloaded. A
 * save alone changes nothing for followers. Requests are spread over time by the number of followers.
 */
export function followVersion(
  stream: LiveStream,
  data: AudiencePageData,
  onNewer: (deck: NewerDeck) => void,
  read: () => Promise<NewerDeck | null> = readNewerDeck,
): void {
  let requestedVersion = data.version
  const request = async (version: number): Promise<void> => {
    try {
      const deck = await read()
      if (deck && deck.data.version > data.version) onNewer(deck)
    } catch {
      // On failure the shown version stays, and the request is repeated.
      setTimeout(() => void request(version), timings.liveRetry)
    }
  }
  const update = (): void => {
    const { state, subscribers, refused } = stream.snapshot()
    const version = state?.version
    if (version === undefined || refused || version <= requestedVersion || version <= data.version) return
    requestedVersion = version
    setTimeout(() => void request(version), Math.random() * subscribers * timings.liveNewerDeckPerFollower)
  }
  stream.subscribe(update)
  update()
}
