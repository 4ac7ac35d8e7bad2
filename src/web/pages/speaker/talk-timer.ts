/** A timer with stop and restart. Times in ms since 1970, so that it continues over a reload. */
export interface TalkTimer {
  /** Time elapsed before `since`, in ms. */
  readonly before: number
  /** Time of the last start; null while stopped. */
  readonly since: number | null
}

/** A timer started now. */
export function startTimer(now: number): TalkTimer {
  return { before: 0, since: now }
}

/** The elapsed time, in ms. */
export function elapsed(timer: TalkTimer, now: number): number {
  return timer.before + (timer.since === null ? 0 : Math.max(0, now - timer.since))
}

/** Resets to 0; a stopped timer stays stopped. */
export function restartTimer(timer: TalkTimer, now: number): TalkTimer {
  return { before: 0, since: timer.since === null ? null : now }
}

/** Stops a running timer, or resumes a stopped one. */
export function toggleTimer(timer: TalkTimer, now: number): TalkTimer {
  return timer.since === null ? { before: timer.before, since: now } : { before: elapsed(timer, now), since: null }
}

/** Parses a stored timer; null if malformed. */
export function parseTimer(stored: string | null): TalkTimer | null {
  try {
    const value = JSON.parse(stored ?? 'null') as Partial<TalkTimer> | null
    const isTime = (time: unknown): boolean => typeof time === 'number' && Number.isFinite(time) && time >= 0
    if (!value || !isTime(value.before) || !(value.since === null || isTime(value.since))) return null
    return { before: value.before as number, since: value.since as number | null }
  } catch {
    return null
  }
}
