import { LessError } from './less-error.ts'

/** How a compilation waits for the author's previous one. */
export interface TurnOptions {
  /** Whether a later one may take its place in the queue: for previews, of which only the newest counts. */
  readonly replaceable?: boolean
}

interface Waiting {
  readonly replaceable: boolean
  start(): void
  refuse(error: LessError): void
}

/**
 * Runs one compilation at a time for each author, so that nobody holds more than one process. One more waits; a later
 * one takes its place if that is replaceable, and else is refused.
 */
export function createAuthorTurns() {
  const running = new Map<string | number, Waiting | null>()

  const turn = (author: string | number, replaceable: boolean): Promise<void> => {
    const waiting = running.get(author)
    if (waiting === undefined) {
      running.set(author, null)
      return Promise.resolve()
    }
    if (waiting !== null && !waiting.replaceable) {
      return Promise.reject(new LessError('busy', 'Your last styles are still being compiled'))
    }
    waiting?.refuse(new LessError('busy', 'Newer styles are compiled instead'))
    return new Promise((start, refuse) => running.set(author, { replaceable, start, refuse }))
  }

  const end = (author: string | number): void => {
    const next = running.get(author)
    if (!next) return void running.delete(author)
    running.set(author, null)
    next.start()
  }

  return {
    async run<T>(
      author: string | number,
      work: () => Promise<T>,
      { replaceable = false }: TurnOptions = {},
    ): Promise<T> {
      await turn(author, replaceable)
      try {
        return await work()
      } finally {
        end(author)
      }
    },
  }
}
