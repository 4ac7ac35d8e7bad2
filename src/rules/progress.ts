/** The parts of a deck that are reported when they have been seen. */
export const progressSteps = [0.5, 1] as const

/** How far somebody has come in a deck: the ids of the slides they saw, and the steps reported so far. */
export interface Progress {
  readonly seen: ReadonlySet<string>
  readonly reported: readonly number[]
}

/** The progress of somebody who has just opened a deck. */
export const noProgress: Progress = { seen: new Set(), reported: [] }

/**
 * The progress after one more slide of a deck of `total` slides was seen, and the steps (0.5, 1) to report now.
 * Each step is reported once, however often slides are seen again.
 */
export function seeSlide(progress: Progress, slide: string, total: number): { progress: Progress; report: number[] } {
  const seen = new Set(progress.seen).add(slide)
  const part = total > 0 ? seen.size / total : 0
  const report = progressSteps.filter((step) => part >= step && !progress.reported.includes(step))
  return { progress: { seen, reported: [...progress.reported, ...report] }, report }
}
