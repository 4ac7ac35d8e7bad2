import { StretchHorizontal, StretchVertical } from 'lucide-react'
import type { IconComponent } from '../../blocks/block-editor.ts'
import { blocks as definitions } from '../../blocks/index.ts'
import { definitionOf } from '../../document/block-list.ts'
import type { Block, Frame } from '../../document/deck-model.ts'
import { setFrames } from '../commands/block-commands.ts'
import { type Box, frameOfBox } from '../geometry/box.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorState } from '../state/editor-state.ts'
import { hasBlocks, movableIn, unitsIn } from '../state/selection.ts'
import type { Action } from './action.ts'

type Side = 'width' | 'height'

/** Gives the selected blocks the same width or height. */
export const sizeActions: readonly Action[] = [
  sameSize('width', 'Same width', StretchHorizontal, 'Alt+Shift+W'),
  sameSize('height', 'Same height', StretchVertical, 'Alt+Shift+E'),
]

function sameSize(side: Side, label: string, icon: IconComponent, shortcut: string): Action {
  return {
    id: `same-${side}`,
    label,
    icon,
    group: 'arrange',
    shortcuts: [shortcut],
    scope: 'canvas',
    when: (state) => hasBlocks(state) && resizableIn(state, side).length > 1,
    run: (editor) => {
      const { slideId } = editor.model.getState()
      editor.model.apply(setFrames(slideId, sameFrames(editor, side)), { undo: 'step', label })
    },
  }
}

/**
 * The selected blocks outside of groups that can be resized on this side. Grouped blocks keep their relative sizes.
 */
function resizableIn(state: EditorState, side: Side): readonly Block[] {
  const alone = new Set(unitsIn(state).flatMap((unit) => (unit.length === 1 ? unit : [])))
  return movableIn(state).filter((block) => {
    const resize = definitionOf(definitions, block.type)?.capabilities.resize
    return alone.has(block) && (resize === 'box' || (resize === 'width' && side === 'width'))
  })
}

/**
 * The frames with the size of the last selected block if blocks are aligned to it, else of the largest, so that no
 * text overflows.
 */
function sameFrames({ model, view }: Editor, side: Side): Readonly<Record<string, Frame>> {
  const state = model.getState()
  const blocks = resizableIn(state, side)
  const boxes = blocks.map(({ id, frame }): Box => {
    return { ...frame!, height: frame!.height ?? view.canvas.height(id) }
  })
  const key = state.alignTo === 'key' ? blocks.findIndex(({ id }) => id === state.selection.at(-1)) : -1
  const size = boxes[key]?.[side] ?? Math.max(...boxes.map((box) => box[side]))
  return Object.fromEntries(
    blocks.map(({ id, frame }, index) => {
      const isContentHeight = frame!.height === null && side === 'width'
      return [id, frameOfBox(withSide(boxes[index]!, side, size), isContentHeight)]
    }),
  )
}

/** The box with another width or height. Its upper left corner stays; a rotated box keeps its center. */
function withSide(box: Box, side: Side, size: number): Box {
  const by = box.rotation === 0 ? 0 : (box[side] - size) / 2
  return side === 'width' ? { ...box, x: box.x + by, width: size } : { ...box, y: box.y + by, height: size }
}
