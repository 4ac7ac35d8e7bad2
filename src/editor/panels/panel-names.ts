import type { PanelName } from '../state/editor-state.ts'

/** What each panel is called on its tab, under the heading Properties. */
export const panelNames: Readonly<Record<PanelName, string>> = {
  block: 'Block',
  slide: 'Slide',
  animation: 'Steps',
  layers: 'Layers',
  deck: 'Deck',
}

const aboutOneThing: ReadonlySet<PanelName> = new Set(['block', 'slide', 'deck'])

/** What a panel is called where its tab is not seen: in menus, in the palette, as a step of undo. */
export function panelTitle(name: PanelName): string {
  return aboutOneThing.has(name) ? `${panelNames[name]} properties` : panelNames[name]
}
