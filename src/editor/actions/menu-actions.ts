import { ContactRound } from 'lucide-react'
import type { Point } from '../geometry/point.ts'
import type { Editor } from '../state/editor.ts'
import type { Action } from './action.ts'

/** Opens the context menu of the selection by its key. The pointer opens it without an action. */
export const menuActions: readonly Action[] = [
  {
    id: 'context-menu',
    label: 'Open the menu',
    icon: ContactRound,
    group: 'view',
    shortcuts: ['Shift+F10', 'ContextMenu'],
    scope: 'canvas',
    quiet: true,
    when: (state) => state.editing === null && state.menu === null,
    run: (editor) => editor.model.show({ menu: placeOfMenu(editor) }),
  },
]

/** The center of the first selected block, or a point near the slide's corner, in screen px of the canvas. */
function placeOfMenu({ model, view }: Editor): Point {
  const boxes = model.getState().selection.flatMap((id) => view.canvas.screenBox(id) ?? [])
  if (boxes.length === 0) return { x: 60, y: 60 }
  const box = boxes[0]!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
