import { type LocalSettings, parseLocalSettings, renderLocalSettings } from '../rules/local-settings.ts'
import { createStore, type Store } from './store.ts'

const key = 'lectern:settings'

/** What is stored under a key; null where the browser stores nothing (private windows, storage switched off). */
export function readStored(name: string): string | null {
  try {
    return window.localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Stores a text, or forgets it with null. Silently nothing where the browser stores nothing. */
export function writeStored(name: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(name)
    else window.localStorage.setItem(name, value)
  } catch {
    // Full or forbidden: the setting then lasts as long as the page.
  }
}

let store: Store<LocalSettings> | undefined

/** What this browser remembers for its person. Changes of another tab come in by themselves. */
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
