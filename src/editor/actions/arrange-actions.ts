import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
} from 'lucide-react'
import type { IconComponent } from '../../blocks/block-editor.ts'
import type { BlockId } from '../../document/types.ts'
import { limits } from '../../rules/limits.ts'
import { type OrderMove, orderBlocks, updateBlocks } from '../commands/block-commands.ts'
import { type Alignment, alignBoxes, distributeBoxes } from '../geometry/align.ts'
import type { Box } from '../geometry/box.ts'
import type { Editor } from '../state/editor.ts'
import type { Action } from './action.ts'
import { hasBlocks, movableIn } from './selection.ts'

const slide = { x: 0, y: 0, width: limits.slide.width, height: limits.slide.height }

function order(id: OrderMove, label: string, icon: IconComponent, shortcut: string): Action {
  return {
    id: `order-${id}`,
    label,
    icon,
    group: 'arrange',
    shortcuts: [shortcut],
    scope: 'canvas',
    when: hasBlocks,
    run: (editor) => {
      const { slideId, selection } = editor.getState()
      editor.apply(orderBlocks(slideId, selection, id), { undo: 'step', label })
    },
  }
}

function align(to: Alignment, label: string, icon: IconComponent): Action {
  return {
    id: `align-${to}`,
    label,
    icon,
    group: 'arrange',
    shortcuts: [],
    scope: 'canvas',
    when: (state) => hasBlocks(state) && movableIn(state).length > 0,
    run: (editor) => shift(editor, alignBoxes(boxesOf(editor), to, slide), label),
  }
}

function distribute(axis: 'x' | 'y', label: string, icon: IconComponent): Action {
  return {
    id: `distribute-${axis === 'x' ? 'horizontally' : 'vertically'}`,
    label,
    icon,
    group: 'arrange',
    shortcuts: [],
    scope: 'canvas',
    when: (state) => hasBlocks(state) && movableIn(state).length > 2,
    run: (editor) => shift(editor, distributeBoxes(boxesOf(editor), axis), label),
  }
}

/** Before and behind; edges and middles brought together; gaps made equal. */
export const arrangeActions: readonly Action[] = [
  order('forward', 'Bring forward', ArrowUp, 'Mod+]'),
  order('backward', 'Send backward', ArrowDown, 'Mod+['),
  order('front', 'Bring to front', ArrowUpToLine, 'Mod+Shift+]'),
  order('back', 'Send to back', ArrowDownToLine, 'Mod+Shift+['),
  align('left', 'Align left', AlignStartVertical),
  align('center', 'Align centre', AlignCenterVertical),
  align('right', 'Align right', AlignEndVertical),
  align('top', 'Align top', AlignStartHorizontal),
  align('middle', 'Align middle', AlignCenterHorizontal),
  align('bottom', 'Align bottom', AlignEndHorizontal),
  distribute('x', 'Distribute horizontally', AlignHorizontalDistributeCenter),
  distribute('y', 'Distribute vertically', AlignVerticalDistributeCenter),
]

/** The boxes of the selected blocks. Heights that the content decides are asked of the canvas. */
function boxesOf(editor: Editor): Readonly<Record<BlockId, Box>> {
  const boxes = movableIn(editor.getState()).map((block) => {
    const height = block.frame.height ?? editor.measuredHeight(block.id)
    return [block.id, { ...block.frame, height }] as const
  })
  return Object.fromEntries(boxes)
}

function shift(
  editor: Editor,
  ways: Readonly<Record<BlockId, { readonly x: number; readonly y: number }>>,
  label: string,
): void {
  const { slideId } = editor.getState()
  const change = updateBlocks(slideId, Object.keys(ways), (block) => {
    const by = ways[block.id]!
    if (!block.frame || (by.x === 0 && by.y === 0)) return block
    return { ...block, frame: { ...block.frame, x: tenth(block.frame.x + by.x), y: tenth(block.frame.y + by.y) } }
  })
  editor.apply(change, { undo: 'step', label })
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10 + 0
}
