import { Suspense } from 'react'
import type { InPlaceChange } from '../../blocks/block-editor.ts'
import { editorOf } from '../../blocks/editors.ts'
import type { Block } from '../../document/types.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import type { Editor } from '../state/editor.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import { PanelGroup } from './panel-group.tsx'

/** A colour as a block on the canvas shows it: properties of the theme are looked up there. */
function shownColor(editor: Editor, block: Block, color: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(color.trim())?.[1]
  const element = name ? editor.blockElement(block.id) : null
  return element ? getComputedStyle(element).getPropertyValue(name!).trim() : color
}

/** Controls of the one selected block that its type draws itself: the colours of a drawing. */
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
          shown={(color) => shownColor(editor, block, color)}
          change={(change, { label, merges }: InPlaceChange) =>
            editor.apply(updateBlocks(editor.getState().slideId, [block.id], change), {
              undo: merges ? 'merge' : 'step',
              label,
              key: `${label} ${block.id}`,
            })
          }
          clean={(html) => {
            const { html: clean, removed } = editor.services.clean(html, 'import')
            return { html: clean, removed: [...new Set(removed.map((removal) => removal.message))] }
          }}
          tell={(message) => editor.services.notify(message, 'info')}
        />
      </Suspense>
    </PanelGroup>
  )
}
