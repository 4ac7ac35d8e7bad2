/** A function that runs at most once in a while; `cancel` forgets a call that still waits. */
export interface Throttled<A extends unknown[]> {
  (...given: A): void
  cancel(): void
}

/**
 * Runs at once, then at most once every `interval` ms (a function is asked for it at each call); the last call of a
 * burst always runs.
 */
export function throttle<A extends unknown[]>(
  run: (...given: A) => void,
  interval: number | (() => number),
): Throttled<A> {
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const throttled = (...given: A) => {
    clearTimeout(timer)
    const wait = last + (typeof interval === 'number' ? interval : interval()) - performance.now()
    const now = () => {
      last = performance.now()
      run(...given)
    }
    if (wait <= 0) now()
    // Timers cut fractions of a ms off, and would be that much too early.
    else timer = setTimeout(now, Math.ceil(wait))
  }
  throttled.cancel = () => clearTimeout(timer)
  return throttled
}
