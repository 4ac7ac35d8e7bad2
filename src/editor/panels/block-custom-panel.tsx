import { Suspense } from 'react'
import { editorOf } from '../../blocks/find-editor.ts'
import type { Block } from '../../document/deck-model.ts'
import type { EditorView } from '../state/editor-view.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import { inPlaceTools } from './in-place-tools.ts'
import { PanelGroup } from './panel-group.tsx'

/** A color as the block shows it on the canvas, where the theme's custom properties are resolved. */
function shownColor(view: EditorView, block: Block, color: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(color.trim())?.[1]
  const element = name ? view.canvas.element(block.id) : null
  return element ? getComputedStyle(element).getPropertyValue(name!).trim() : color
}

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
          shown={(color) => shownColor(editor.view, block, color)}
          edit={() => editor.model.startEditing(block.id)}
          {...inPlaceTools(editor, block)}
        />
      </Suspense>
    </PanelGroup>
  )
}
