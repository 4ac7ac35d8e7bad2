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
  RectangleHorizontal,
  SquareDashed,
  SquareStar,
} from 'lucide-react'
import type { IconComponent } from '../../blocks/block-editor.ts'
import type { Block } from '../../document/deck-model.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import { type OrderMove, orderBlocks } from '../commands/order-commands.ts'
import { type Alignment, alignBoxes, distributeBoxes } from '../geometry/align.ts'
import { type Box, boundsOf } from '../geometry/box.ts'
import { type Rect, unionOf } from '../geometry/rect.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { AlignTo, EditorState } from '../state/editor-state.ts'
import { hasBlocks, movableIn, unitsIn } from '../state/selection.ts'
import { slideSizeIn } from '../state/slide-size-in.ts'
import type { Action } from './action.ts'

function order(id: OrderMove, label: string, icon: IconComponent, shortcut: string): Action {
  return {
    id: `order-${id}`,
    label,
    icon,
    group: 'arrange',
    shortcuts: [shortcut],
    scope: 'canvas',
    when: hasBlocks,
    run: ({ model }) => {
      const { slideId, selection } = model.getState()
      model.apply(orderBlocks(slideId, selection, id), { undo: 'step', label })
    },
  }
}

function align(to: Alignment, label: string, icon: IconComponent, shortcut: string): Action {
  return {
    id: `align-${to}`,
    label,
    icon,
    group: 'arrange',
    shortcuts: [shortcut],
    scope: 'canvas',
    when: (state) => hasBlocks(state) && movableIn(state).length > 0,
    run: (editor) => {
      const boxes = unitBoxes(editor)
      shift(editor.model, alignBoxes(boxes, to, targetFor(editor.model, boxes)), label)
    },
  }
}

function distribute(axis: 'x' | 'y', label: string, icon: IconComponent, shortcut: string): Action {
  return {
    id: `distribute-${axis === 'x' ? 'horizontally' : 'vertically'}`,
    label,
    icon,
    group: 'arrange',
    shortcuts: [shortcut],
    scope: 'canvas',
    when: (state) => hasBlocks(state) && movableUnits(state).length > (state.alignTo === 'slide' ? 1 : 2),
    run: (editor) => {
      const within = editor.model.getState().alignTo === 'slide' ? slideBox(editor.model) : null
      shift(editor.model, distributeBoxes(unitBoxes(editor), axis, within), label)
    },
  }
}

function alignTo(to: AlignTo, label: string, icon: IconComponent): Action {
  return {
    id: `align-to-${to}`,
    label,
    icon,
    group: 'arrange',
    shortcuts: [],
    scope: 'canvas',
    when: (state) => hasBlocks(state) && movableUnits(state).length > 1,
    isOn: (state) => state.alignTo === to,
    run: ({ model }) => model.show({ alignTo: to }),
  }
}

/** Stacking order, alignment and distribution of the selected blocks. */
export const arrangeActions: readonly Action[] = [
  order('forward', 'Bring forward', ArrowUp, 'Mod+]'),
  order('backward', 'Send backward', ArrowDown, 'Mod+['),
  order('front', 'Bring to front', ArrowUpToLine, 'Mod+Shift+]'),
  order('back', 'Send to back', ArrowDownToLine, 'Mod+Shift+['),
  align('left', 'Align left', AlignStartVertical, 'Alt+A'),
  align('center', 'Align center', AlignCenterVertical, 'Alt+H'),
  align('right', 'Align right', AlignEndVertical, 'Alt+D'),
  align('top', 'Align top', AlignStartHorizontal, 'Alt+W'),
  align('middle', 'Align middle', AlignCenterHorizontal, 'Alt+V'),
  align('bottom', 'Align bottom', AlignEndHorizontal, 'Alt+S'),
  distribute('x', 'Distribute horizontally', AlignHorizontalDistributeCenter, 'Alt+Shift+H'),
  distribute('y', 'Distribute vertically', AlignVerticalDistributeCenter, 'Alt+Shift+V'),
  alignTo('selection', 'Align to the selection', SquareDashed),
  alignTo('slide', 'Align to the slide', RectangleHorizontal),
  alignTo('key', 'Align to the last chosen', SquareStar),
]

/** The movable blocks of each selected unit (block or group). Units without any are left out. */
function movableUnits(state: EditorState): readonly (readonly Block[])[] {
  const free = new Set<Block>(movableIn(state))
  return unitsIn(state).flatMap((unit) => {
    const blocks = unit.filter((block) => free.has(block))
    return blocks.length === 0 ? [] : [blocks]
  })
}

/** The bounding box of each selected unit, keyed by the id of its first block. A group is aligned as a whole. */
function unitBoxes({ model, view }: Editor): Readonly<Record<string, Box>> {
  const boxes = movableUnits(model.getState()).map((unit) => {
    // Only the canvas knows the height of a block whose content determines it.
    const all = unit.map(({ id, frame }): Box => ({ ...frame!, height: frame!.height ?? view.canvas.height(id) }))
    return [unit[0]!.id, all.length === 1 ? all[0]! : { ...unionOf(all.map(boundsOf)), rotation: 0 }] as const
  })
  return Object.fromEntries(boxes)
}

function slideBox(model: EditorModel): Rect {
  return { x: 0, y: 0, ...slideSizeIn(model.getState()) }
}

/** The box to align to, in slide px. A single unit is always aligned to the slide. */
function targetFor(model: EditorModel, boxes: Readonly<Record<string, Box>>) {
  const state = model.getState()
  const all = Object.values(boxes)
  if (all.length === 1 || state.alignTo === 'slide') return slideBox(model)
  const last = state.selection.at(-1)
  const key = movableUnits(state).find((unit) => unit.some((block) => block.id === last))
  const box = state.alignTo === 'key' && key ? boxes[key[0]!.id] : undefined
  return box ? boundsOf(box) : unionOf(all.map(boundsOf))
}

function shift(
  model: EditorModel,
  offsets: Readonly<Record<string, { readonly x: number; readonly y: number }>>,
  label: string,
): void {
  const state = model.getState()
  const offsetOf = new Map(
    movableUnits(state).flatMap((unit) => {
      const by = offsets[unit[0]!.id]
      return by ? unit.map((block) => [block.id, by] as const) : []
    }),
  )
  const change = updateBlocks(state.slideId, [...offsetOf.keys()], (block) => {
    const by = offsetOf.get(block.id)!
    if (!block.frame || (by.x === 0 && by.y === 0)) return block
    return { ...block, frame: { ...block.frame, x: tenth(block.frame.x + by.x), y: tenth(block.frame.y + by.y) } }
  })
  model.apply(change, { undo: 'step', label })
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10 + 0
}
