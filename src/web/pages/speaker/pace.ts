/** The pace of a talk relative to its plan. `by` in ms, 0 when on time. */
export interface Pace {
  readonly state: 'on-time' | 'ahead' | 'behind' | 'over'
  readonly by: number
}

export interface TalkProgress {
  /** Planned time, in ms. */
  readonly planned: number
  /** Elapsed time, in ms. */
  readonly elapsed: number
  /** Index of the current slide from 0, and the number of slides. */
  readonly slide: number
  readonly slides: number
}

/**
 * Compares the elapsed with the planned time, of which each slide has an equal share. On time means during the current
 * slide's share. Null without a plan or slides. 'over' after the planned end.
 */
export function paceOf({ planned, elapsed, slide, slides }: TalkProgress): Pace | null {
  if (planned <= 0 || slides <= 0 || slide < 0) return null
  if (elapsed > planned) return { state: 'over', by: elapsed - planned }
  const share = planned / slides
  const from = share * Math.min(slide, slides - 1)
  // Differences below a second are ignored.
  if (from - elapsed >= 1000) return { state: 'ahead', by: from - elapsed }
  if (elapsed - from - share >= 1000) return { state: 'behind', by: elapsed - from - share }
  return { state: 'on-time', by: 0 }
}

/** Maximum planned time, in minutes. */
export const MAX_MINUTES = 600

/** Parses planned minutes; 0 means no plan. Truncated and clamped to 0–600. */
export function plannedMinutes(text: string): number {
  const minutes = Math.trunc(Number(text))
  return Number.isFinite(minutes) ? Math.min(MAX_MINUTES, Math.max(0, minutes)) : 0
}
