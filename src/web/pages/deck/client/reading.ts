import { limits } from '../../../../rules/limits.ts'
import { noProgress, seeSlide } from '../../../../rules/progress.ts'
import { timings } from '../../../../rules/timings.ts'
import type { DeckPosition } from './deck-view.ts'
import type { PageScriptData } from './page-script-data.ts'

/** What is to be told of a reading: slides seen since the last time, and the step reached so far, in per cent. */
export interface Untold {
  readonly slides: readonly string[]
  readonly progress: number
}

/** How far one loading of a page is read. */
export interface Reading {
  /** A slide is shown. Answers whether a step (50 or 100 per cent of the slides) was reached by it, for the first time. */
  see(id: string): boolean
  /** What was not told yet, as told from now on; null when there is nothing. */
  take(): Untold | null
  /** It could not be told: it is still to be. */
  giveBack(untold: Untold): void
}

/** The reading of a deck of `total` slides. */
export function createReading(total: number): Reading {
  let progress = noProgress
  let reached = 0
  const waiting = new Set<string>()
  return {
    see: (id) => {
      if (!progress.seen.has(id)) waiting.add(id)
      const step = seeSlide(progress, id, total)
      progress = step.progress
      reached = Math.max(reached, ...step.report.map((part) => part * 100))
      return step.report.length > 0
    },
    take: () => {
      if (waiting.size === 0) return null
      const untold = { slides: [...waiting], progress: reached }
      waiting.clear()
      return untold
    },
    giveBack: ({ slides }) => {
      for (const id of slides) waiting.add(id)
    },
  }
}

/** Calls back once the page can be seen: one inside another page may stand far below what people look at. */
function whenOnScreen(act: () => void): void {
  if (window === window.top || typeof IntersectionObserver === 'undefined') {
    act()
    return
  }
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return
    observer.disconnect()
    act()
  })
  observer.observe(document.body)
}

/**
 * Tells the deck's author, without saying who reads, how far this page is read: at half and at all of the slides at once,
 * the rest a while later and when the page is left. No cookie goes along and none is needed.
 */
export function tellReading(
  { deckId, slides = [], reading: ticket }: PageScriptData,
  onPosition: (listener: (position: DeckPosition) => void) => void,
): void {
  if (!ticket) return
  const reading = createReading(slides.length)
  const over = Date.now() + limits.analytics.readingHours * 3_600_000
  let timer: ReturnType<typeof setTimeout> | null = null
  const tell = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const untold = Date.now() < over ? reading.take() : null
    if (!untold) return
    void fetch(`/api/v1/decks/${deckId}/progress.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket, ...untold }),
      credentials: 'omit',
      // The page may be gone before the answer comes.
      keepalive: true,
    }).then(
      // Too many at once, or a server that has to begin anew: it would take it later.
      ({ status }) => (status === 429 || status >= 500) && reading.giveBack(untold),
      () => reading.giveBack(untold),
    )
  }
  const see = ({ h, v }: DeckPosition): void => {
    const slide = slides.find(([slideH, slideV]) => slideH === h && slideV === v)
    if (!slide) return
    if (reading.see(slide[2])) tell()
    else timer ??= setTimeout(tell, timings.readingTold)
  }
  whenOnScreen(() => onPosition(see))
  window.addEventListener('pagehide', tell)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') tell()
  })
}
