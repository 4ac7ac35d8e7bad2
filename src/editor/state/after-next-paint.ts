/** What waits for a frame waits at most this long, in ms: a page in the background has none. */
const patience = 100

/**
 * Runs something once, in a task of its own after the next frame; where there are no frames, now. Returns what calls it
 * off.
 */
export function afterNextPaint(run: () => void): () => void {
  if (typeof requestAnimationFrame !== 'function') {
    run()
    return () => undefined
  }
  let task: ReturnType<typeof setTimeout> | undefined
  const callOff = (): void => {
    clearTimeout(late)
    clearTimeout(task)
    cancelAnimationFrame(frame)
  }
  const once = (): void => {
    callOff()
    run()
  }
  const late = setTimeout(once, patience)
  const frame = requestAnimationFrame(() => {
    task = setTimeout(once)
  })
  return callOff
}

type Subscribe = (listener: () => void) => () => void

/** The same subscription, for what must take no time from a key: the listener hears of changes after the next frame. */
export function heardAfterPaint(subscribe: Subscribe): Subscribe {
  return (listener) => {
    let isWaiting = false
    let callOff = (): void => undefined
    const hear = (): void => {
      isWaiting = false
      listener()
    }
    const end = subscribe(() => {
      if (isWaiting) return
      isWaiting = true
      callOff = afterNextPaint(hear)
    })
    return () => {
      end()
      callOff()
    }
  }
}
