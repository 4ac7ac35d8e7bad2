import { type LocalSettings, parseLocalSettings, renderLocalSettings } from '../rules/local-settings.ts'
import { createStore, type Store } from './store.ts'

const key = 'lectern:settings'

/** Reads a stored value; null where storage is unavailable (private windows, disabled storage). */
export function readStored(name: string): string | null {
  try {
    return window.localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Stores a value, or removes it with null. Does nothing where storage is unavailable. */
export function writeStored(name: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(name)
    else window.localStorage.setItem(name, value)
  } catch {
    // Full or forbidden: the setting then lasts until the page is closed.
  }
}

let store: Store<LocalSettings> | undefined

/** The settings stored in this browser. Synchronized between tabs. */
export function localSettings(): Store<LocalSettings> {
  if (store) return store
  const made = createStore(parseLocalSettings(typeof window === 'undefined' ? null : readStored(key)))
  store = made
  if (typeof window !== 'undefined') {
    made.subscribe(() => writeStored(key, renderLocalSettings(made.get())))
    window.addEventListener('storage', (event) => {
      if (event.key === key) made.set(parseLocalSettings(event.newValue))
    })
  }
  return made
}
