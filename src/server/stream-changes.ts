/** A change of a deck's live stream by an API call, not by a socket. */
export interface StreamChange {
  readonly deckId: number
}

/** Notifies the sockets of this process that a stream changed; they reload it. */
export interface StreamChanges {
  /** Call it after the commit (`context.afterCommit`). */
  notify(change: StreamChange): void
  /** Subscribes to changes. Returns a function that unsubscribes. */
  subscribe(listener: (change: StreamChange) => void): () => void
}

/** Creates the stream changes of this process. */
export function createStreamChanges(): StreamChanges {
  const listeners = new Set<(change: StreamChange) => void>()
  return {
    notify: (change) => {
      for (const listener of [...listeners]) listener(change)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
