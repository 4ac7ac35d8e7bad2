import { Suspense } from 'react'
import type { InPlaceChange } from '../../blocks/block-editor.ts'
import { editorOf } from '../../blocks/find-editor.ts'
import type { Block } from '../../document/deck-model.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { PlainColorInput } from './colors/color-button.tsx'
import { PanelGroup } from './panel-group.tsx'

/** The controls of a selected part of the block that is being edited, such as the cells of a table. */
export function BlockPartPanel() {
  const { model, view } = useEditorInstance()
  const part = useEditor((state) => state.part)
  const block = useEditor(({ deck, slideId, editing, part: chosen }) =>
    chosen === null ? undefined : deck.slides[slideId]?.blocks.find((one) => one.id === editing),
  )
  const Part = block && editorOf(block.type)?.partPanel
  if (!Part || part === null) return null
  const change = (
    write: (block: Block) => Block,
    { label, merges, part: next }: InPlaceChange & { readonly part?: unknown },
  ) => {
    // Text typed before becomes its own undo step.
    if (!merges) view.text?.settle?.()
    if (next !== undefined) model.show({ part: next })
    model.apply(updateBlocks(model.getState().slideId, [block.id], write), {
      undo: merges ? 'merge' : 'step',
      label,
      key: `${label} ${block.id}`,
    })
  }
  return (
    <PanelGroup title="Cells">
      <Suspense fallback={null}>
        <Part block={block} part={part} Color={PlainColorInput} change={change} />
      </Suspense>
    </PanelGroup>
  )
}
