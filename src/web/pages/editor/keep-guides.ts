import type { EditorModel } from '../../../editor/state/editor-model.ts'
import type { UserGuides } from '../../../editor/state/editor-state.ts'
import { limits } from '../../../rules/limits.ts'
import { readStored, writeStored } from '../../../ui/local-settings.ts'
import type { Store } from '../../../ui/store.ts'

const keyOf = (deckId: number): string => `lectern:guides:${deckId}`

function placesFrom(value: unknown, most: number): readonly number[] {
  if (!Array.isArray(value)) return []
  const places = value.filter((at): at is number => typeof at === 'number' && at >= 0 && at <= most)
  return places.slice(0, limits.ui.guides)
}

/** Guides as they were stored; none for what nobody stored like that. */
export function parseGuides(text: string | null): UserGuides {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    const { x, y } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
    return { x: placesFrom(x, limits.slide.width), y: placesFrom(y, limits.slide.height) }
  } catch {
    return { x: [], y: [] }
  }
}

/** Keeps the guides of an editor's deck in this browser, from the moment when the deck has an id. */
export function keepGuides(model: EditorModel, deckId: Store<number | null>): void {
  const id = deckId.get()
  if (id !== null) model.show({ userGuides: parseGuides(readStored(keyOf(id))) })
  let kept = model.getState().userGuides
  let keptFor = id
  const keep = (): void => {
    const { userGuides } = model.getState()
    const now = deckId.get()
    if (now === null || (userGuides === kept && now === keptFor)) return
    kept = userGuides
    keptFor = now
    const none = userGuides.x.length + userGuides.y.length === 0
    writeStored(keyOf(now), none ? null : JSON.stringify(userGuides))
  }
  model.subscribe(keep)
  deckId.subscribe(keep)
}
