import { ClipboardPaste, Paintbrush, Pipette } from 'lucide-react'
import type { BlockId } from '../../document/deck-model.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import { styleOf, withStyle } from '../commands/block-styles.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { freeIn, hasBlocks, idsOf, selectedIn } from '../state/selection.ts'
import type { Action } from './action.ts'

/** Two presses within this time (ms) keep the format painter active until Escape. */
const doublePress = 500

/** The time at which the format painter was last activated, in ms. */
const lastPressed = new WeakMap<EditorModel, number>()

/** Copies the style of a block to other blocks, with the format painter or with shortcuts. */
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
    run: pressPainter,
  },
  {
    id: 'copy-format',
    label: 'Copy look',
    icon: Pipette,
    group: 'edit',
    shortcuts: ['Mod+Alt+C'],
    scope: 'canvas',
    when: hasBlocks,
    run: ({ model }) => copyStyle(model),
  },
  {
    id: 'paste-format',
    label: 'Paste look',
    icon: ClipboardPaste,
    group: 'edit',
    shortcuts: ['Mod+Alt+V'],
    scope: 'canvas',
    when: (state) => state.copiedStyle !== null && hasBlocks(state) && freeIn(state).length > 0,
    run: ({ model }) => pasteStyle(model, idsOf(freeIn(model.getState()))),
  },
]

function copyStyle(model: EditorModel): void {
  const block = selectedIn(model.getState())[0]
  if (block) model.show({ copiedStyle: styleOf(block) })
}

/** Activates the painter for one use; a second press within `doublePress` keeps it active until Escape. */
function pressPainter({ model, services }: Editor): void {
  const { tool } = model.getState()
  const now = services.now()
  const again = now - (lastPressed.get(model) ?? Number.NEGATIVE_INFINITY) < doublePress
  lastPressed.set(model, now)
  if (tool.kind === 'paint')
    model.show({ tool: again && !tool.stays ? { kind: 'paint', stays: true } : { kind: 'select' } })
  else {
    copyStyle(model)
    model.show({ tool: { kind: 'paint', stays: false } })
  }
}

/** Applies the copied style to blocks. */
export function pasteStyle(model: EditorModel, ids: readonly BlockId[]): void {
  const { slideId, copiedStyle } = model.getState()
  if (!copiedStyle) return
  model.apply(
    updateBlocks(slideId, ids, (block) => withStyle(block, copiedStyle)),
    { undo: 'step', label: 'Paste look' },
  )
}
