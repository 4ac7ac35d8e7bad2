/** A throttled function; `cancel` drops a waiting call. */
export interface Throttled<A extends unknown[]> {
  (...args: A): void
  cancel(): void
}

/**
 * Runs at once, then at most once every `interval` ms (may be a function, called each time); the last call of a burst
 * always runs.
 */
export function throttle<A extends unknown[]>(
  run: (...args: A) => void,
  interval: number | (() => number),
): Throttled<A> {
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const throttled = (...args: A) => {
    clearTimeout(timer)
    const wait = last + (typeof interval === 'number' ? interval : interval()) - performance.now()
    const now = () => {
      last = performance.now()
      run(...args)
    }
    if (wait <= 0) now()
    // Timers truncate fractions of a ms and would fire too early.
    else timer = setTimeout(now, Math.ceil(wait))
  }
  throttled.cancel = () => clearTimeout(timer)
  return throttled
}
