/**
 * Passes on the latest value at once and then at most every `interval` ms, never losing the last one: a held arrow
 * key would otherwise send more than the other side takes. One that `replaces` says the next does not stand for is
 * passed on before it, whatever the interval.
 */
export function latestEvery<T>(
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
