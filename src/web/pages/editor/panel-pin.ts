import type { EditorModel } from '../../../editor/state/editor-model.ts'
import { allPanels, type PanelName } from '../../../editor/state/editor-state.ts'
import { readStored, writeStored } from '../../../ui/local-settings.ts'
import { createStore, type Store } from '../../../ui/store.ts'

const key = 'lectern:pinned-panel'

/** The panels of what is selected. The lists of steps and layers mark it, and stay open while blocks are chosen for them. */
const following: readonly (PanelName | null)[] = ['block', 'slide', 'deck']

function stored(): PanelName | null {
  const name = typeof window === 'undefined' ? null : readStored(key)
  return allPanels.find((one) => one === name) ?? null
}

let pin: Store<PanelName | null> | undefined

/** The panel that stays whatever is selected, remembered in this browser; null: none. */
export function pinnedPanel(): Store<PanelName | null> {
  pin ??= createStore(stored())
  return pin
}

/** Pins a panel, or lets the panels follow the selection again (null). */
export function pinPanel(name: PanelName | null): void {
  pinnedPanel().set(name)
  writeStored(key, name)
}

/**
 * Opens the pinned panel where there is room beside the canvas, and lets an unpinned one follow the selection: what is
 * chosen on the slide shows its own properties. Returns what ends it.
 */
export function followSelection(model: EditorModel, hasRoom: boolean): () => void {
  const pinned = pinnedPanel().get()
  if (pinned !== null && hasRoom) model.show({ panel: pinned })
  let { selection } = model.getState()
  return model.subscribe(() => {
    const before = selection
    const { panel, gesture, selection: now } = model.getState()
    const held = pinnedPanel().get()
    // A pin holds the panel that was opened last.
    if (held !== null && panel !== null && panel !== held) pinPanel(panel)
    // A gesture may choose many on its way: its end counts.
    if (now === before || gesture !== null) return
    selection = now
    if (sameIds(before, now) || held !== null || !following.includes(panel)) return
    const wanted = now.length > 0 ? 'block' : 'slide'
    if (panel !== wanted) model.show({ panel: wanted })
  })
}

function sameIds(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id, index) => id === others[index])
}
