import { limits } from '../../../../rules/limits.ts'
import { noProgress, seeSlide } from '../../../../rules/progress.ts'
import { timings } from '../../../../rules/timings.ts'
import type { DeckPosition } from './deck-view.ts'
import type { PageScriptData } from './page-script-data.ts'

/** A report: slides seen since the last one, and the highest step reached so far, in percent. */
export interface ReadingReport {
  readonly slides: readonly string[]
  readonly progress: number
}

/** The reading progress of one page load. */
export interface Reading {
  /** Records a shown slide. Returns whether it was the first to reach a step (50 or 100 percent of the slides). */
  see(id: string): boolean
  /** Returns what was not reported yet and marks it reported; null if there is nothing. */
  take(): ReadingReport | null
  /** Marks a failed report as not reported. */
  restore(report: ReadingReport): void
}

/** Creates the reading of a deck with `total` slides. */
export function createReading(total: number): Reading {
  let progress = noProgress
  let reached = 0
  const pending = new Set<string>()
  return {
    see: (id) => {
      if (!progress.seen.has(id)) pending.add(id)
      const step = seeSlide(progress, id, total)
      progress = step.progress
      reached = Math.max(reached, ...step.report.map((part) => part * 100))
      return step.report.length > 0
    },
    take: () => {
      if (pending.size === 0) return null
      const report = { slides: [...pending], progress: reached }
      pending.clear()
      return report
    },
    restore: ({ slides }) => {
      for (const id of slides) pending.add(id)
    },
  }
}

/** Calls `act` once the page is visible: an embedded page may be far below the viewport. */
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
 * Reports anonymously how far the deck is read: half and all of the slides at once, the rest after a delay and on
 * leaving. Sends no cookies.
 */
export function reportReading(
  { deckId, slides = [], reading: ticket }: PageScriptData,
  onPosition: (listener: (position: DeckPosition) => void) => void,
): void {
  if (!ticket) return
  const reading = createReading(slides.length)
  const expiry = Date.now() + limits.analytics.readingHours * 3_600_000
  let timer: ReturnType<typeof setTimeout> | null = null
  const send = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const report = Date.now() < expiry ? reading.take() : null
    if (!report) return
    void fetch(`/api/v1/decks/${deckId}/progress.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket, ...report }),
      credentials: 'omit',
      // The request may outlive the page.
      keepalive: true,
    }).then(
      // Rate limited, or the server restarts: the report is sent later.
      ({ status }) => (status === 429 || status >= 500) && reading.restore(report),
      () => reading.restore(report),
    )
  }
  const see = ({ h, v }: DeckPosition): void => {
    const slide = slides.find(([slideH, slideV]) => slideH === h && slideV === v)
    if (!slide) return
    if (reading.see(slide[2])) send()
    else timer ??= setTimeout(send, timings.readingTold)
  }
  whenOnScreen(() => onPosition(see))
  window.addEventListener('pagehide', send)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send()
  })
}
