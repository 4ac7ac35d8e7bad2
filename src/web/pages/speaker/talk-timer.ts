/** A timer that can be stopped and begun anew. Times in ms since 1970, so that it runs on while its page is loaded again. */
export interface TalkTimer {
  /** Time that has passed up to the last stop, in ms. */
  readonly before: number
  /** When it was last set going; null while it is stopped. */
  readonly since: number | null
}

/** A timer that begins now. */
export function startTimer(now: number): TalkTimer {
  return { before: 0, since: now }
}

/** The time that a timer shows, in ms. */
export function elapsed(timer: TalkTimer, now: number): number {
  return timer.before + (timer.since === null ? 0 : Math.max(0, now - timer.since))
}

/** Begins again at 0; a timer that stands still stays so. */
export function restartTimer(timer: TalkTimer, now: number): TalkTimer {
  return { before: 0, since: timer.since === null ? null : now }
}

/** Stops a running timer, and sets a stopped one going. */
export function toggleTimer(timer: TalkTimer, now: number): TalkTimer {
  return timer.since === null ? { before: timer.before, since: now } : { before: elapsed(timer, now), since: null }
}

/** Reads a kept timer; null for anything that is none. */
export function parseTimer(kept: string | null): TalkTimer | null {
  try {
    const value = JSON.parse(kept ?? 'null') as Partial<TalkTimer> | null
    const isTime = (time: unknown): boolean => typeof time === 'number' && Number.isFinite(time) && time >= 0
    if (!value || !isTime(value.before) || !(value.since === null || isTime(value.since))) return null
    return { before: value.before as number, since: value.since as number | null }
  } catch {
    return null
  }
}

/** A time as people read it: 04:09, 1:02:03. `ms` is cut to whole seconds. */
export function readableTime(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`
}
