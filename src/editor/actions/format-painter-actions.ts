import { ClipboardPaste, Paintbrush, Pipette } from 'lucide-react'
import type { BlockId } from '../../document/types.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import { lookOf, withLook } from '../commands/looks.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { freeIn, hasBlocks, idsOf, selectedIn } from '../state/selection.ts'
import type { Action } from './action.ts'

/** Taken twice within this time, in ms, the brush stays until Escape. */
const doublePress = 500

/** When the brush was taken last. */
const taken = new WeakMap<EditorModel, number>()

/** What a block looks like, copied onto others: by a brush, or by keys. */
export const formatPainterActions: readonly Action[] = [
  {
    id: 'format-painter',
    label: 'Copy the look onto others',
    icon: Paintbrush,
    group: 'edit',
    shortcuts: [],
    scope: 'canvas',
    when: (state) => state.tool.kind === 'paint' || (hasBlocks(state) && selectedIn(state).length > 0),
    isOn: ({ tool }) => tool.kind === 'paint',
    run: takeBrush,
  },
  {
    id: 'copy-format',
    label: 'Copy look',
    icon: Pipette,
    group: 'edit',
    shortcuts: ['Mod+Alt+C'],
    scope: 'canvas',
    when: hasBlocks,
    run: ({ model }) => copyLook(model),
  },
  {
    id: 'paste-format',
    label: 'Paste look',
    icon: ClipboardPaste,
    group: 'edit',
    shortcuts: ['Mod+Alt+V'],
    scope: 'canvas',
    when: (state) => state.look !== null && hasBlocks(state) && freeIn(state).length > 0,
    run: ({ model }) => paintLook(model, idsOf(freeIn(model.getState()))),
  },
]

function copyLook(model: EditorModel): void {
  const block = selectedIn(model.getState())[0]
  if (block) model.show({ look: lookOf(block) })
}

/** Once for one thing; twice in a row for many, until Escape. */
function takeBrush({ model, services }: Editor): void {
  const { tool } = model.getState()
  const now = services.now()
  const again = now - (taken.get(model) ?? Number.NEGATIVE_INFINITY) < doublePress
  taken.set(model, now)
  if (tool.kind === 'paint')
    model.show({ tool: again && !tool.stays ? { kind: 'paint', stays: true } : { kind: 'select' } })
  else {
    copyLook(model)
    model.show({ tool: { kind: 'paint', stays: false } })
  }
}

/** Gives blocks the look that was copied. */
export function paintLook(model: EditorModel, ids: readonly BlockId[]): void {
  const { slideId, look } = model.getState()
  if (!look) return
  model.apply(
    updateBlocks(slideId, ids, (block) => withLook(block, look)),
    { undo: 'step', label: 'Paste look' },
  )
}
