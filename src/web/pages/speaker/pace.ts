/** How a talk keeps to its planned time. `by` in ms, 0 when on time. */
export interface Pace {
  readonly state: 'on-time' | 'ahead' | 'behind' | 'over'
  readonly by: number
}

export interface TalkProgress {
  /** ms. */
  readonly planned: number
  /** ms. */
  readonly elapsed: number
  /** Index of the current slide from 0, and how many there are. */
  readonly slide: number
  readonly slides: number
}

/**
 * Compares the time that has passed with the planned one, which all slides share evenly: on time is who is on a slide
 * during its share. Null without a plan or without slides. After the planned end the talk is over its time.
 */
export function paceOf({ planned, elapsed, slide, slides }: TalkProgress): Pace | null {
  if (planned <= 0 || slides <= 0 || slide < 0) return null
  if (elapsed > planned) return { state: 'over', by: elapsed - planned }
  const share = planned / slides
  const from = share * Math.min(slide, slides - 1)
  // Below a second nothing is worth a word.
  if (from - elapsed >= 1000) return { state: 'ahead', by: from - elapsed }
  if (elapsed - from - share >= 1000) return { state: 'behind', by: elapsed - from - share }
  return { state: 'on-time', by: 0 }
}

/** Longest talk that can be planned, in minutes. */
export const MOST_MINUTES = 600

/** Reads the minutes somebody typed; 0 is no plan. Cut to whole minutes from 0 to 600. */
export function plannedMinutes(text: string): number {
  const minutes = Math.trunc(Number(text))
  return Number.isFinite(minutes) ? Math.min(MOST_MINUTES, Math.max(0, minutes)) : 0
}
