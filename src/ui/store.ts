import { useSyncExternalStore } from 'react'

/** A value that parts of a page share: read it, replace it, be told when it changes. */
export interface Store<T> {
  get(): T
  set(next: T | ((current: T) => T)): void
  /** Calls the listener after each change; returns the function that ends it. */
  subscribe(listener: () => void): () => void
}

/** Makes a store. Its value is replaced, never changed in place. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      const replaced = typeof next === 'function' ? (next as (current: T) => T)(value) : next
      if (Object.is(replaced, value)) return
      value = replaced
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The store's value, rendered again when it changes. The server renders the value as it is. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}
