/** A deck's live stream was changed by a call, not by a socket. */
export interface StreamChange {
  readonly deckId: number
}

/** Tells the sockets of this process that a stream has moved; they read it anew. */
export interface StreamChanges {
  /** Call it after the commit (`context.afterCommit`). */
  tell(change: StreamChange): void
  /** Calls back at each change. Answers what ends it. */
  listen(listener: (change: StreamChange) => void): () => void
}

/** Makes the changes of one instance's process. */
export function createStreamChanges(): StreamChanges {
  const listeners = new Set<(change: StreamChange) => void>()
  return {
    tell: (change) => {
      for (const listener of [...listeners]) listener(change)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
