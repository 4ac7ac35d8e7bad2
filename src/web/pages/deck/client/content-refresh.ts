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
  readonly version: number
  slideCount(): number
  /** Shows the present version, and returns it. A rejection is retried with the next pause. */
  refresh(): Promise<number>
}

/** Returns a function to call for each newer version: refreshes at once, then after the pause, always to the newest. */
export function contentRefresh({ version: first, slideCount, refresh }: RefreshOptions): (version: number) => void {
  let [shown, wanted] = [first, first]
  let isBusy = false
  const next = async (): Promise<void> => {
    if (isBusy || wanted <= shown) return
    isBusy = true
    try {
      shown = Math.max(await refresh(), shown)
    } catch {
      // The version stays wanted.
    }
    setTimeout(() => {
      isBusy = false
      void next()
    }, refreshPause(slideCount()))
  }
  return (version) => {
    wanted = Math.max(wanted, version)
    void next()
  }
}
