import {
  History,
  Keyboard,
  Layers,
  Maximize,
  MonitorPlay,
  PanelRight,
  Play,
  Scan,
  Search,
  Settings,
  SlidersHorizontal,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import type { IconComponent } from '../../blocks/block-editor.ts'
import { zoomLimits } from '../geometry/viewport.ts'
import { panelTitle } from '../panels/panel-names.ts'
import type { Editor } from '../state/editor.ts'
import type { PanelName } from '../state/editor-state.ts'
import type { Action } from './action.ts'

function panel(name: PanelName, icon: IconComponent, shortcut?: string): Action {
  return {
    id: `panel-${name}`,
    label: panelTitle(name),
    icon,
    group: name === 'deck' ? 'deck' : 'view',
    shortcuts: shortcut === undefined ? [] : [shortcut],
    scope: 'canvas',
    when: () => true,
    isOn: (state) => state.panel === name,
    run: ({ model }) => model.show({ panel: model.getState().panel === name ? null : name }),
  }
}

/** How the slide is looked at, what stands beside it, and the show itself. */
export const viewActions: readonly Action[] = [
  {
    id: 'present',
    label: 'Present from this slide',
    icon: Play,
    group: 'deck',
    // No browser has a use for Enter with these keys outside of its address bar, as it has for F5.
    shortcuts: ['Mod+Enter'],
    scope: 'both',
    when: () => true,
    run: ({ model, services }) => services.present(model.getState().slideId),
  },
  {
    id: 'present-start',
    label: 'Present from the start',
    icon: MonitorPlay,
    group: 'deck',
    shortcuts: ['Mod+Shift+Enter'],
    scope: 'both',
    when: () => true,
    run: ({ services }) => services.present(null),
  },
  {
    id: 'zoom-in',
    label: 'Zoom in',
    icon: ZoomIn,
    group: 'view',
    shortcuts: ['Mod+=', 'Mod+Shift+=', 'Mod+Alt+='],
    scope: 'both',
    when: () => true,
    run: (editor) => zoom(editor, 1.25),
  },
  {
    id: 'zoom-out',
    label: 'Zoom out',
    icon: ZoomOut,
    group: 'view',
    shortcuts: ['Mod+-', 'Mod+Alt+-'],
    scope: 'both',
    when: () => true,
    run: (editor) => zoom(editor, 0.8),
  },
  {
    id: 'zoom-fit',
    label: 'Fit the slide',
    icon: Maximize,
    group: 'view',
    shortcuts: ['Mod+0', 'Mod+Alt+0'],
    scope: 'both',
    when: (state) => state.viewport.zoom !== 'fit',
    run: ({ model }) => model.show({ viewport: { zoom: 'fit', panX: 0, panY: 0 } }),
  },
  {
    id: 'zoom-real',
    label: 'Zoom to 100%',
    icon: Scan,
    group: 'view',
    shortcuts: ['Mod+1'],
    scope: 'both',
    when: (state) => state.viewport.zoom !== 1,
    run: ({ model }) => model.show({ viewport: { zoom: 1, panX: 0, panY: 0 } }),
  },
  panel('block', SlidersHorizontal),
  panel('slide', PanelRight),
  panel('layers', Layers, 'Mod+Alt+L'),
  panel('deck', Settings),
  {
    id: 'palette',
    label: 'Search actions and slides',
    icon: Search,
    group: 'view',
    shortcuts: ['Mod+K', 'Mod+/'],
    scope: 'both',
    when: () => true,
    run: ({ model }) => model.show({ dialog: 'palette' }),
  },
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    icon: Keyboard,
    group: 'view',
    shortcuts: ['?'],
    scope: 'canvas',
    when: (state) => state.selection.length === 0,
    run: ({ model }) => model.show({ dialog: 'shortcuts' }),
  },
  {
    id: 'revisions',
    label: 'Revisions',
    icon: History,
    group: 'deck',
    shortcuts: [],
    scope: 'canvas',
    when: () => true,
    run: ({ model }) => model.show({ dialog: 'revisions' }),
  },
]

function zoom(editor: Editor, factor: number): void {
  zoomTo(editor, editor.view.canvas.scale() * factor)
}

/** Zooms about the middle of the canvas. `wanted`: screen px per slide px; taken into the limits. */
export function zoomTo({ model, view }: Editor, wanted: number): void {
  const { viewport } = model.getState()
  const next = Math.min(zoomLimits.most, Math.max(zoomLimits.least, wanted))
  const grown = next / view.canvas.scale()
  model.show({ viewport: { zoom: next, panX: viewport.panX * grown, panY: viewport.panY * grown } })
}
