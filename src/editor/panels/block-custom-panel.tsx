import { Suspense } from 'react'
import { editorOf } from '../../blocks/find-editor.ts'
import type { Block } from '../../document/deck-model.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import { PlainColorInput } from './colors/color-button.tsx'
import { inPlaceTools } from './in-place-tools.ts'
import { PanelGroup } from './panel-group.tsx'

/** The custom controls of the selected block's type, such as the colors of a drawing. */
export function BlockCustomPanel({ block }: { readonly block: Block }) {
  const editor = useEditorInstance()
  const custom = editorOf(block.type)?.customPanel?.(block)
  if (!custom) return null
  const { title, Panel } = custom
  return (
    <PanelGroup title={title}>
      <Suspense fallback={null}>
        <Panel
          key={block.id}
          block={block}
          Color={PlainColorInput}
          edit={() => editor.model.startEditing(block.id)}
          {...inPlaceTools(editor, block)}
        />
      </Suspense>
    </PanelGroup>
  )
}
