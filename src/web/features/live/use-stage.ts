import { useEffect, useState, useSyncExternalStore } from 'react'
import type { PresenterPageData, SpeakerPageData } from '../../../api/deck-pages/live-page-data.ts'
import { type PageDeck, toPageDeck } from '../../../document/page-deck.ts'
import { parseSlideHash } from '../../../document/slide-hash.ts'
import { connectLive, type LiveStream } from '../../../realtime/live/client.ts'
import { showOnceJoined } from './show-once-joined.ts'
import { openStageLink, type StageLink, type StageSnapshot, windowChannel } from './stage-link.ts'
import { firstState, keptStage, nextOrder } from './stage-state.ts'

/** A page's part in a presentation. */
export interface Stage {
  readonly link: StageLink
  readonly stream: LiveStream
}

/**
 * Joins the presentation of a deck, over the network and with the windows beside. Once joined, the presenter's page
 * shows the deck as its person wants it shown by then; a speaker view leaves a running presentation as it is.
 */
export function openStage(data: PresenterPageData | SpeakerPageData): Stage {
  const { deck, token, view, settings } = data
  const { present_controls, present_notes, present_upsizing } = settings
  const options = { present_controls, present_notes, present_upsizing }
  const { running, order } = keptStage(data.stream)
  const begin = parseSlideHash(window.location.hash)
  const place = { indexh: begin?.h ?? 0, indexv: begin?.v ?? 0, indexf: null }
  const own: PageDeck = { version: deck.version, slides: data.outline }
  // What is shown to everybody is this page's: also the version of the deck.
  const shown = view === 'presenter' ? { ...options, version: deck.version } : {}
  const first = toPageDeck(
    {
      ...firstState(options),
      ...(running ?? { ...place, order: nextOrder(order, Date.now()), version: deck.version }),
      ...shown,
      light: null,
    },
    own,
  )
  const stream = connectLive({ deckId: deck.id, publisher: true, viewOf: view, token, initial: data.stream })
  const link = openStageLink({ first, stream, channel: windowChannel(deck.id), deck: own })
  if (running && view === 'speaker') return { link, stream }
  return { link: showOnceJoined(link, stream, shown), stream }
}

/** The presentation, drawn again after each change. */
export function useStage({ link }: Stage): StageSnapshot {
  return useSyncExternalStore(link.subscribe, link.snapshot)
}

/** Keeps the screen from going dark by itself while `on`: nobody touches a laptop for the length of a slide. */
export function useWakeLock(on: boolean): void {
  const [lost, setLost] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a lost lock is asked for again
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let over = false
    const ask = async (): Promise<void> => {
      const got = await navigator.wakeLock.request('screen')
      if (over) await got.release()
      else lock = got
    }
    // A page out of sight loses it, and a browser may refuse: then the screen does what it always does.
    ask().catch(() => {})
    const onVisible = (): void => {
      if (document.visibilityState === 'visible') setLost((count) => count + 1)
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', onVisible)
      lock?.release().catch(() => {})
    }
  }, [on, lost])
}
