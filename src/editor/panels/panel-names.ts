import type { PanelName } from '../state/editor-state.ts'

/** Each panel's title on its tab, under the heading Properties. */
export const panelNames: Readonly<Record<PanelName, string>> = {
  block: 'Block',
  slide: 'Slide',
  animation: 'Steps',
  layers: 'Layers',
  deck: 'Deck',
  check: 'Check',
}

const aboutOneThing: ReadonlySet<PanelName> = new Set(['block', 'slide', 'deck'])

/** A panel's title without its tab as context: in menus, the palette, and undo steps. */
export function panelTitle(name: PanelName): string {
  if (name === 'check') return 'Check before presenting'
  return aboutOneThing.has(name) ? `${panelNames[name]} properties` : panelNames[name]
}
