import { useId } from 'react'
import type { TextFit } from '../../blocks/block-editor.ts'
import { editorOf } from '../../blocks/find-editor.ts'
import type { Block } from '../../document/deck-model.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import { overflowMessage } from '../state/overflow.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import styles from './panel.module.css'
import { PanelGroup } from './panel-group.tsx'
import { Choice } from './text-controls.tsx'

const fits: readonly { readonly value: TextFit; readonly label: string }[] = [
  { value: 'grow', label: 'Box grows with the text' },
  { value: 'shrink', label: 'Text shrinks to fit' },
  { value: 'none', label: 'Neither' },
]

/** What a block does if its text is larger than its box, for types that support it; and whether it is now. */
export function FitField({ blocks }: { readonly blocks: readonly Block[] }) {
  const { model, view } = useEditorInstance()
  const id = useId()
  const first = blocks[0]
  const fitting = first && editorOf(first.type)?.fitting
  const over = useEditor(({ overflow, slideId }) => {
    const kinds = overflow[slideId] ?? {}
    return overflowMessage(blocks.flatMap(({ id }) => kinds[id] ?? []))
  })
  if (!fitting || !blocks.every((block) => editorOf(block.type)?.fitting)) return null
  const change = (fit: TextFit) => {
    const ids = blocks.map((block) => block.id)
    const command = updateBlocks(model.getState().slideId, ids, (block) =>
      editorOf(block.type)!.fitting!.write(block, fit, view.canvas.height(block.id)),
    )
    model.apply(command, { undo: 'step', label: 'Text fit' })
  }
  return (
    <PanelGroup title="Too much text">
      <label className={styles.stacked} htmlFor={id}>
        <span>When text is larger than its box</span>
        <Choice id={id} value={fitting.read(first)} options={fits} onChange={(fit) => change(fit as TextFit)} />
      </label>
      {over !== null && (
        <p className={styles.warning} role="status">
          {over}
        </p>
      )}
    </PanelGroup>
  )
}
