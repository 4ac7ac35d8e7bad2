import { useSyncExternalStore } from 'react'

/** An observable value. */
export interface Store<T> {
  get(): T
  set(next: T | ((current: T) => T)): void
  /** Calls the listener after each change; returns the function that unsubscribes it. */
  subscribe(listener: () => void): () => void
}

/** Creates a store. Its value is replaced, never mutated. */
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

/** Subscribes a component to a store. The server renders the current value. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}
