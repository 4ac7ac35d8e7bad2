import { BoxSelect, CopyPlus, Lock, LockOpen, Pencil, Trash2, X } from 'lucide-react'
import { isEditedInPlace } from '../../blocks/block-editor.ts'
import { editorOf } from '../../blocks/find-editor.ts'
import type { Block } from '../../document/deck-model.ts'
import { membersOf, placeOf, unitsOf } from '../../document/groups.ts'
import { addBlocks, deleteBlocks, isHidden, setLocked } from '../commands/block-commands.ts'
import { copyBlocks } from '../commands/fresh-copy.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { EditorState } from '../state/editor-state.ts'
import { offsetOfCopies, rememberCopies } from '../state/last-copies.ts'
import { freeIn, hasBlocks, idsOf, selectedIn } from '../state/selection.ts'
import type { Action } from './action.ts'

/** Selects, deletes, duplicates, locks and edits blocks. */
export const selectionActions: readonly Action[] = [
  {
    id: 'delete',
    label: 'Delete',
    icon: Trash2,
    group: 'edit',
    shortcuts: ['Delete', 'Backspace'],
    scope: 'canvas',
    dangerous: true,
    when: (state) => hasBlocks(state) && freeIn(state).length > 0,
    whyNot: (state) => (hasBlocks(state) ? 'This is locked: unlock it to delete it' : null),
    run: ({ model }) => {
      const { slideId } = model.getState()
      model.apply(deleteBlocks(slideId, idsOf(freeIn(model.getState()))), { undo: 'step', label: 'Delete' })
    },
  },
  {
    id: 'duplicate',
    label: 'Duplicate',
    icon: CopyPlus,
    group: 'edit',
    shortcuts: ['Mod+D'],
    scope: 'canvas',
    when: hasBlocks,
    run: ({ model }) => duplicate(model),
  },
  {
    id: 'select-all',
    label: 'Select all',
    icon: BoxSelect,
    group: 'edit',
    shortcuts: ['Mod+A'],
    scope: 'canvas',
    when: (state) => state.editing === null && (state.deck.slides[state.slideId]?.blocks.length ?? 0) > 0,
    run: ({ model }) => selectAll(model),
  },
  {
    id: 'lock',
    label: 'Lock',
    icon: Lock,
    group: 'arrange',
    shortcuts: ['Mod+Shift+K'],
    scope: 'canvas',
    when: (state) => hasBlocks(state) && freeIn(state).length > 0,
    run: ({ model }) => lock(model, true),
  },
  {
    id: 'unlock',
    label: 'Unlock',
    icon: LockOpen,
    group: 'arrange',
    shortcuts: ['Mod+Shift+K'],
    scope: 'canvas',
    when: (state) => hasBlocks(state) && freeIn(state).length === 0,
    run: ({ model }) => lock(model, false),
  },
  {
    id: 'edit-text',
    label: 'Edit',
    icon: Pencil,
    group: 'text',
    shortcuts: ['Enter', 'F2'],
    scope: 'canvas',
    when: (state) => editableText(state) !== null,
    run: ({ model }) => {
      const block = editableText(model.getState())
      if (block) model.startEditing(block.id, { kind: 'all' })
    },
  },
  {
    id: 'deselect',
    label: 'Step out',
    icon: X,
    group: 'edit',
    shortcuts: ['Escape'],
    scope: 'both',
    quiet: true,
    when: (state) => state.editing !== null || state.selection.length > 0 || state.tool.kind !== 'select',
    run: ({ model }) => stepOut(model),
  },
]

/** The one selected block if it can be edited in place, else null. */
export function editableText(state: EditorState): Block | null {
  const blocks = selectedIn(state)
  const block = blocks.length === 1 && state.editing === null ? blocks[0]! : null
  return block && !block.locked && !isHidden(block) && isEditedInPlace(editorOf(block.type)) ? block : null
}

/**
 * Escape: leaves text editing, else the tool, else the entered group (which is then selected), else the selection.
 */
function stepOut(model: EditorModel): void {
  const { editing, tool, selection } = model.getState()
  const { blocks } = model.slide()
  const group = placeOf(blocks, selection).at(-1)
  if (editing !== null) model.stopEditing()
  else if (tool.kind !== 'select') model.show({ tool: { kind: 'select' } })
  else if (group !== undefined) model.select(idsOf(membersOf(blocks, group)))
  else model.select([])
}

/** Selects all blocks except hidden ones and groups with a locked block. */
function selectAll(model: EditorModel): void {
  const units = unitsOf(model.slide().blocks, [])
  const free = units.filter((unit) => unit.every((block) => !block.locked))
  model.select(idsOf(free.flat().filter((block) => !isHidden(block))))
}

function lock(model: EditorModel, locked: boolean): void {
  const { slideId, selection } = model.getState()
  model.apply(setLocked(slideId, selection, locked), { undo: 'step', label: locked ? 'Lock' : 'Unlock' })
}

/** The offset of a first copy from its original, in slide px. */
const firstOffset = { x: 20, y: 20 } as const

function duplicate(model: EditorModel): void {
  const { slideId } = model.getState()
  const originals = selectedIn(model.getState())
  const offset = offsetOfCopies(model, originals) ?? firstOffset
  const copies = copyBlocks(originals, offset, model.slide().blocks)
  rememberCopies(model, originals, copies)
  model.apply(addBlocks(slideId, copies), { undo: 'step', label: 'Duplicate', select: idsOf(copies) })
}
