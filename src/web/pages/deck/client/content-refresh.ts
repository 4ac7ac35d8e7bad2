import { timings } from '../../../../rules/timings.ts'

/** Slides per second of the pause between two refreshes: large decks are read less often. */
const slidesPerStep = 4

/** Minimum pause between two refreshes of a deck's content, in ms: a second for every four slides, and at least one. */
export function refreshPause(slides: number): number {
  return Math.max(1, slides / slidesPerStep) * timings.contentRefreshPerFourSlides
}

/** What the refresh of a page needs. */
export interface RefreshOptions {
  /** The version that the page shows. */
  shown(): number
  slideCount(): number
  /** Shows the current version. A rejection is retried with the next pause. */
  refresh(): Promise<void>
  /** Called after each refresh. */
  onRefreshed?(): void
}

/** Keeps a page at the newest version that it was asked for. */
export interface ContentRefresh {
  /** Asks for a version: refreshes at once, then after the pause. */
  want(version: number): void
  /** The page does not show the version that it has: refreshes like `want`. */
  renew(): void
  /** Whether a version is asked for that the page does not show yet. */
  isBehind(): boolean
}

/** Refreshes a page's content, with a pause between two refreshes. */
export function contentRefresh({ shown, slideCount, refresh, onRefreshed }: RefreshOptions): ContentRefresh {
  let wanted = 0
  let [isPausing, isRefreshing, isStale] = [false, false, false]
  const isBehind = (): boolean => isRefreshing || isStale || wanted > shown()
  const next = async (): Promise<void> => {
    if (isPausing || isRefreshing || !isBehind()) return
    isRefreshing = true
    const wasStale = isStale
    isStale = false
    // Rejected: the version stays wanted.
    await refresh().catch(() => {
      isStale = wasStale
    })
    ;[isRefreshing, isPausing] = [false, true]
    onRefreshed?.()
    setTimeout(() => {
      isPausing = false
      void next()
    }, refreshPause(slideCount()))
  }
  return {
    isBehind,
    want: (version) => {
      wanted = Math.max(wanted, version)
      void next()
    },
    renew: () => {
      // What is being replaced may fail once more.
      if (isRefreshing) return
      isStale = true
      void next()
    },
  }
}
