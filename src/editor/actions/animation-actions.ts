import { ListOrdered } from 'lucide-react'
import { panelTitle } from '../panels/panel-names.ts'
import type { Action } from './action.ts'

/** Opens the panel with the order of a slide's fragments. */
export const animationActions: readonly Action[] = [
  {
    id: 'panel-animation',
    label: panelTitle('animation'),
    icon: ListOrdered,
    group: 'slide',
    shortcuts: [],
    scope: 'canvas',
    when: () => true,
    isOn: (state) => state.panel === 'animation',
    run: ({ model }) => model.show({ panel: model.getState().panel === 'animation' ? null : 'animation' }),
  },
]
