/** Fractions of a deck. Each is reported when the viewer has seen that much. */
export const progressSteps = [0.5, 1] as const

/** A viewer's progress: ids of the slides seen, and the steps already reported. */
export interface Progress {
  readonly seen: ReadonlySet<string>
  readonly reported: readonly number[]
}

/** Initial progress. */
export const noProgress: Progress = { seen: new Set(), reported: [] }

/**
 * Adds a seen slide of a deck of `total` slides; returns the new progress and the steps (0.5, 1) to report now. Each
 * step is reported once.
 */
export function seeSlide(progress: Progress, slide: string, total: number): { progress: Progress; report: number[] } {
  const seen = new Set(progress.seen).add(slide)
  const part = total > 0 ? seen.size / total : 0
  const report = progressSteps.filter((step) => part >= step && !progress.reported.includes(step))
  return { progress: { seen, reported: [...progress.reported, ...report] }, report }
}
