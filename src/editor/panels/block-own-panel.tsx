import { Suspense } from 'react'
import { editorOf } from '../../blocks/editors.ts'
import type { Block } from '../../document/types.ts'
import type { EditorView } from '../state/editor-view.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import { inPlaceTools } from './in-place-tools.ts'
import { PanelGroup } from './panel-group.tsx'

/** A color as a block on the canvas shows it: properties of the theme are looked up there. */
function shownColor(view: EditorView, block: Block, color: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(color.trim())?.[1]
  const element = name ? view.canvas.element(block.id) : null
  return element ? getComputedStyle(element).getPropertyValue(name!).trim() : color
}

/** Controls of the one selected block that its type draws itself: the colors of a drawing. */
export function BlockOwnPanel({ block }: { readonly block: Block }) {
  const editor = useEditorInstance()
  const own = editorOf(block.type)?.ownPanel?.(block)
  if (!own) return null
  const { title, Panel } = own
  return (
    <PanelGroup title={title}>
      <Suspense fallback={null}>
        <Panel
          key={block.id}
          block={block}
          shown={(color) => shownColor(editor.view, block, color)}
          {...inPlaceTools(editor, block)}
        />
      </Suspense>
    </PanelGroup>
  )
}
