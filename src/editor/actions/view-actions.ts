import {
  Download,
  History,
  Keyboard,
  Layers,
  ListChecks,
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
    group: name === 'deck' || name === 'check' ? 'deck' : 'view',
    shortcuts: shortcut === undefined ? [] : [shortcut],
    scope: 'canvas',
    when: () => true,
    isOn: (state) => state.panel === name,
    run: ({ model }) => model.show({ panel: model.getState().panel === name ? null : name }),
  }
}

/** Zoom, panels, dialogs of the view, and presenting. */
export const viewActions: readonly Action[] = [
  {
    id: 'present',
    label: 'Present from this slide',
    icon: Play,
    group: 'deck',
    // Unlike F5, this shortcut has no function in browsers outside of the address bar.
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
  panel('check', ListChecks),
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
  {
    id: 'export',
    label: 'Export',
    icon: Download,
    group: 'deck',
    shortcuts: [],
    scope: 'canvas',
    when: () => true,
    run: ({ model }) => model.show({ dialog: 'export' }),
  },
]

function zoom(editor: Editor, factor: number): void {
  zoomTo(editor, editor.view.canvas.scale() * factor)
}

/** Zooms around the center of the canvas. `wanted`: screen px per slide px, clamped to the limits. */
export function zoomTo({ model, view }: Editor, wanted: number): void {
  const { viewport } = model.getState()
  const next = Math.min(zoomLimits.max, Math.max(zoomLimits.min, wanted))
  const grown = next / view.canvas.scale()
  model.show({ viewport: { zoom: next, panX: viewport.panX * grown, panY: viewport.panY * grown } })
}
