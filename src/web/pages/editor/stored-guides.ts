import type { EditorModel } from '../../../editor/state/editor-model.ts'
import type { UserGuides } from '../../../editor/state/editor-state.ts'
import { frameLimits } from '../../../rules/frame-limits.ts'
import { limits } from '../../../rules/limits.ts'
import type { Store } from '../../../ui/store.ts'
import { readStored, writeStored } from '../../../ui/stored-value.ts'

const keyOf = (deckId: number): string => `lectern:guides:${deckId}`

function placesFrom(value: unknown, most: number): readonly number[] {
  if (!Array.isArray(value)) return []
  const places = value.filter((at): at is number => typeof at === 'number' && at >= 0 && at <= most)
  return places.slice(0, limits.ui.guides)
}

/** Parses stored guides. Malformed or out-of-range values are dropped. */
export function parseGuides(text: string | null): UserGuides {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    const { x, y } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
    return { x: placesFrom(x, frameLimits.sideMax), y: placesFrom(y, frameLimits.sideMax) }
  } catch {
    return { x: [], y: [] }
  }
}

/** Stores the deck's guides in this browser, once the deck has an id. */
export function storeGuides(model: EditorModel, deckId: Store<number | null>): void {
  const id = deckId.get()
  if (id !== null) model.show({ userGuides: parseGuides(readStored(keyOf(id))) })
  let storedGuides = model.getState().userGuides
  let storedFor = id
  const store = (): void => {
    const { userGuides } = model.getState()
    const currentId = deckId.get()
    if (currentId === null || (userGuides === storedGuides && currentId === storedFor)) return
    storedGuides = userGuides
    storedFor = currentId
    const none = userGuides.x.length + userGuides.y.length === 0
    writeStored(keyOf(currentId), none ? null : JSON.stringify(userGuides))
  }
  model.subscribe(store)
  deckId.subscribe(store)
}
