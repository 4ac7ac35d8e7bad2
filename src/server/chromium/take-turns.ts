/** `interactive`: a user waits for the result. */
export type Urgency = 'interactive' | 'background'

/** Runs tasks one at a time. */
export interface Turns {
  run<T>(urgency: Urgency, work: () => Promise<T>): Promise<T>
  /** Resolves when no task runs or waits. */
  idle(): Promise<void>
}

/** Interactive tasks that may run in a row while a background task waits, so that none starves. */
const mostInRow = 3

/** Creates a queue in which interactive tasks go before background tasks; each kind is in order (FIFO). */
export function createTurns(): Turns {
  const waiting: Readonly<Record<Urgency, (() => Promise<void>)[]>> = { interactive: [], background: [] }
  let running: Promise<void> | null = null
  let inRow = 0

  const next = (): (() => Promise<void>) | undefined => {
    const isDue = waiting.background.length > 0 && inRow >= mostInRow
    const task = isDue ? undefined : waiting.interactive.shift()
    inRow = task && waiting.background.length > 0 ? inRow + 1 : 0
    return task ?? waiting.background.shift()
  }
  const runAll = async () => {
    for (let task = next(); task; task = next()) await task()
    running = null
  }
  return {
    run<T>(urgency: Urgency, work: () => Promise<T>) {
      const done = new Promise<T>((resolve, reject) => {
        waiting[urgency].push(async () => work().then(resolve, reject))
      })
      running ??= runAll()
      return done
    },
    async idle() {
      await running
    },
  }
}
