import { Minus, Move, Ruler, SeparatorVertical, Trash2 } from 'lucide-react'
import type { IconComponent } from '../../blocks/block-editor.ts'
import { limits } from '../../rules/limits.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorState, UserGuides } from '../state/editor-state.ts'
import { selectedIn } from '../state/selection.ts'
import { slideSizeIn } from '../state/slide-size-in.ts'
import type { Action } from './action.ts'

/** The distance between a new guide and an existing one at the same position, in slide px. */
const step = 40

function add(axis: 'x' | 'y', label: string, icon: IconComponent): Action {
  return {
    id: `add-guide-${axis}`,
    label,
    icon,
    group: 'view',
    shortcuts: [],
    scope: 'canvas',
    when: (state) => state.userGuides[axis].length < limits.ui.guides,
    run: (editor) => {
      const { userGuides } = editor.model.getState()
      editor.model.show({ userGuides: { ...userGuides, [axis]: [...userGuides[axis], freePlace(editor, axis)] } })
    },
  }
}

/** Guides and rulers. Guides are stored in this browser only. */
export const guideActions: readonly Action[] = [
  {
    id: 'rulers',
    label: 'Rulers',
    icon: Ruler,
    group: 'view',
    shortcuts: ['Shift+R'],
    scope: 'canvas',
    when: () => true,
    isOn: (state) => state.rulers,
    run: ({ model }) => model.show({ rulers: !model.getState().rulers }),
  },
  add('x', 'Add a vertical guide', SeparatorVertical),
  add('y', 'Add a horizontal guide', Minus),
  {
    id: 'focus-guides',
    label: 'Move guides with the arrow keys',
    icon: Move,
    group: 'view',
    shortcuts: ['Shift+G'],
    scope: 'canvas',
    quiet: true,
    when: (state) => hasGuides(state) && state.selection.length === 0,
    run: () => document.querySelector<HTMLElement>('[data-part="user-guide"]')?.focus({ preventScroll: true }),
  },
  {
    id: 'remove-guides',
    label: 'Remove all guides',
    icon: Trash2,
    group: 'view',
    shortcuts: [],
    scope: 'canvas',
    when: (state) => hasGuides(state),
    run: (editor) => changeGuides(editor, { x: [], y: [] }, 'The guides are gone'),
  },
]

/** Whether there is any guide. */
function hasGuides({ userGuides }: EditorState): boolean {
  return userGuides.x.length + userGuides.y.length > 0
}

/** Replaces the guides and shows a toast with an Undo button. */
export function changeGuides({ model, services }: Editor, next: UserGuides, message: string): void {
  const { userGuides } = model.getState()
  model.show({ userGuides: next })
  services.notify(message, 'info', { label: 'Undo', run: () => model.show({ userGuides }) })
}

/**
 * The center of the selected block or of the slide, in slide px. It is moved by `step` while a guide is already there.
 */
function freePlace({ model, view }: Editor, axis: 'x' | 'y'): number {
  const used = model.getState().userGuides[axis]
  const slide = slideSizeIn(model.getState())
  const size = axis === 'x' ? slide.width : slide.height
  const [block] = selectedIn(model.getState())
  const frame = block?.frame
  const height = frame?.height ?? (block ? view.canvas.height(block.id) : 0)
  let at = Math.round(frame ? frame[axis] + (axis === 'x' ? frame.width : height) / 2 : size / 2)
  while (used.includes(at)) at = (at + step) % size
  return at
}
