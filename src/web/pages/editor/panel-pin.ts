import type { EditorModel } from '../../../editor/state/editor-model.ts'
import { allPanels, type PanelName } from '../../../editor/state/editor-state.ts'
import { createStore, type Store } from '../../../ui/store.ts'
import { readStored, writeStored } from '../../../ui/stored-value.ts'

const key = 'lectern:pinned-panel'

/** The panels that follow the selection. The lists of the others stay open while blocks of theirs are selected. */
const followingPanels: readonly (PanelName | null)[] = ['block', 'slide', 'deck']

function stored(): PanelName | null {
  const name = typeof window === 'undefined' ? null : readStored(key)
  return allPanels.find((one) => one === name) ?? null
}

let pin: Store<PanelName | null> | undefined

/** The pinned panel, stored in this browser; null: none. */
export function pinnedPanel(): Store<PanelName | null> {
  pin ??= createStore(stored())
  return pin
}

/** Pins a panel; null unpins it. */
export function pinPanel(name: PanelName | null): void {
  pinnedPanel().set(name)
  writeStored(key, name)
}

/**
 * Opens the pinned panel if there is room beside the canvas. Without a pin, the panels follow the selection: a selected
 * block shows its own properties. Returns a function that stops it.
 */
export function followSelection(model: EditorModel, hasRoom: boolean): () => void {
  const pinned = pinnedPanel().get()
  if (pinned !== null && hasRoom) model.show({ panel: pinned })
  let { selection } = model.getState()
  return model.subscribe(() => {
    const previous = selection
    const { panel, gesture, selection: current } = model.getState()
    const pinnedNow = pinnedPanel().get()
    // Opening another panel moves the pin to it, except for the check.
    if (pinnedNow !== null && panel !== null && panel !== 'check' && panel !== pinnedNow) pinPanel(panel)
    // A gesture may change the selection often: only its end counts.
    if (current === previous || gesture !== null) return
    selection = current
    if (sameIds(previous, current) || pinnedNow !== null || !followingPanels.includes(panel)) return
    const wanted = current.length > 0 ? 'block' : 'slide'
    if (panel !== wanted) model.show({ panel: wanted })
  })
}

function sameIds(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id, index) => id === others[index])
}
