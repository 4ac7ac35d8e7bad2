/**
 * Throttles with a leading and a trailing call: sends the first value at once, then the latest one every `interval` ms.
 * A held arrow key would otherwise exceed the receiver's rate limit. If `replaces` returns false for the next value,
 * the waiting one is sent first, regardless of the interval.
 */
export function throttleLatest<T>(
  interval: number,
  send: (value: T) => void,
  replaces: (next: T, waiting: T) => boolean = () => true,
): (value: T) => void {
  let waiting: { value: T } | null = null
  let timer: ReturnType<typeof setTimeout> | null = null
  const onTime = (): void => {
    timer = null
    if (!waiting) return
    const { value } = waiting
    waiting = null
    pass(value)
  }
  const pass = (value: T): void => {
    send(value)
    timer = setTimeout(onTime, interval)
  }
  return (value) => {
    if (timer === null) return pass(value)
    if (waiting && !replaces(value, waiting.value)) send(waiting.value)
    waiting = { value }
  }
}
