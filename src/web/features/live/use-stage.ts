import { useEffect, useState, useSyncExternalStore } from 'react'
import type { PresenterPageData, SpeakerPageData } from '../../../api/deck-pages/live-page-data.ts'
import { type PageDeck, toPageDeck } from '../../../document/page-deck.ts'
import { parseSlideHash } from '../../../document/slide-hash.ts'
import { connectLive, type LiveStream } from '../../../realtime/live/client.ts'
import { showOnceJoined } from './show-once-joined.ts'
import { openStageLink, type StageLink, type StageSnapshot, windowChannel } from './stage-link.ts'
import { firstState, nextOrder, storedStage } from './stage-state.ts'

/** A page's connection to a presentation. */
export interface Stage {
  readonly link: StageLink
  readonly stream: LiveStream
}

/**
 * Joins the presentation of a deck, over the network and with other windows of the browser. Once joined, the presenter's
 * page publishes its user's options; a speaker view leaves a running presentation unchanged.
 */
export function openStage(data: PresenterPageData | SpeakerPageData): Stage {
  const { deck, token, view, settings } = data
  const { present_controls, present_notes, present_upsizing } = settings
  const options = { present_controls, present_notes, present_upsizing }
  const { running, order } = storedStage(data.stream)
  const begin = parseSlideHash(window.location.hash)
  const position = { indexh: begin?.h ?? 0, indexv: begin?.v ?? 0, indexf: null }
  const ownDeck: PageDeck = { version: deck.version, slides: data.outline }
  // The presenter's page determines options and deck version for everybody.
  const shown = view === 'presenter' ? { ...options, version: deck.version } : {}
  const first = toPageDeck(
    {
      ...firstState(options),
      ...(running ?? { ...position, order: nextOrder(order, Date.now()), version: deck.version }),
      ...shown,
      light: null,
    },
    ownDeck,
  )
  const stream = connectLive({ deckId: deck.id, publisher: true, viewOf: view, token, initial: data.stream })
  const link = openStageLink({ first, stream, channel: windowChannel(deck.id), deck: ownDeck })
  if (running && view === 'speaker') return { link, stream }
  return { link: showOnceJoined(link, stream, shown), stream }
}

/** The presentation's snapshot; rerenders after each change. */
export function useStage({ link }: Stage): StageSnapshot {
  return useSyncExternalStore(link.subscribe, link.snapshot)
}

/** Keeps the screen awake while `on`: a presenter may not touch the laptop for minutes. */
export function useWakeLock(on: boolean): void {
  const [lost, setLost] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a lost lock is requested again
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let over = false
    const ask = async (): Promise<void> => {
      const got = await navigator.wakeLock.request('screen')
      if (over) await got.release()
      else lock = got
    }
    // Hidden pages lose the lock, and browsers may refuse it: then the screen may turn off.
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
