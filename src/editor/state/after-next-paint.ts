/** Longest wait for a frame in ms: a page in the background has none. */
const maxWait = 100

/**
 * Runs a callback once, in a task of its own after the next frame; now if the environment has no frames. Returns a
 * function that cancels it.
 */
export function afterNextPaint(run: () => void): () => void {
  if (typeof requestAnimationFrame !== 'function') {
    run()
    return () => undefined
  }
  let task: ReturnType<typeof setTimeout> | undefined
  // Tests remove the window's functions while a timer may still be running.
  const cancelFrame = cancelAnimationFrame
  const cancel = (): void => {
    clearTimeout(late)
    clearTimeout(task)
    cancelFrame(frame)
  }
  const once = (): void => {
    cancel()
    run()
  }
  const late = setTimeout(once, maxWait)
  const frame = requestAnimationFrame(() => {
    task = setTimeout(once)
  })
  return cancel
}

type Subscribe = (listener: () => void) => () => void

/** A subscription that notifies the listener after the next frame, so that it does not delay the response to a key. */
export function notifyAfterPaint(subscribe: Subscribe): Subscribe {
  return (listener) => {
    let isScheduled = false
    let cancel = (): void => undefined
    const notify = (): void => {
      isScheduled = false
      listener()
    }
    const end = subscribe(() => {
      if (isScheduled) return
      isScheduled = true
      cancel = afterNextPaint(notify)
    })
    return () => {
      end()
      cancel()
    }
  }
}
