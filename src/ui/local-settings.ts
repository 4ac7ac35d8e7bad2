import { type LocalSettings, parseLocalSettings, renderLocalSettings } from '../rules/local-settings.ts'
import { createStore, type Store } from './store.ts'
import { readStored, writeStored } from './stored-value.ts'

const key = 'lectern:settings'

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
