import { Menu } from '@base-ui/react/menu'
import { useRef } from 'react'
import { editorOf } from '../../../blocks/editors.ts'
import { blocks } from '../../../blocks/index.ts'
import { definitionOf } from '../../../document/block-list.ts'
import type { BlockType } from '../../../document/types.ts'
import { insertableTypes, insertBlock } from '../../../editor/actions/insert-block.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import styles from './editor-page.module.css'

function InsertButton({ type, title }: { type: BlockType; title: string }) {
  const editor = useEditorInstance()
  const drawing = useEditor(({ tool }) => tool.kind === 'draw' && tool.type === type)
  const chosen = useRef(false)
  const description = editorOf(type)
  if (!description) return null
  const Icon = description.icon
  const add = (props: Readonly<Record<string, unknown>> = {}) => {
    if (type === 'image') return editor.show({ dialog: 'insert-image' })
    insertBlock(editor, type, props)
    // The next keys are for the new block: they move it, delete it, or write into it.
    editor.focusCanvas()
  }
  const button = (
    <button
      type="button"
      className={styles.insertButton}
      aria-label={`Add ${title.toLowerCase()}`}
      title={`Add ${title.toLowerCase()}`}
      aria-pressed={drawing}
      onClick={description.variants.length > 1 ? undefined : () => add(description.variants[0]?.props)}
    >
      <Icon size={18} aria-hidden />
      <span>{title}</span>
    </button>
  )
  if (description.variants.length <= 1) return button
  return (
    <Menu.Root
      modal={false}
      onOpenChange={(open) => {
        if (open) chosen.current = false
      }}
    >
      <Menu.Trigger render={button} />
      <Menu.Portal>
        <Menu.Positioner align="start" sideOffset={6} className={styles.variants}>
          <Menu.Popup
            className={styles.variantGrid}
            finalFocus={() => {
              if (chosen.current) editor.focusCanvas()
              return !chosen.current
            }}
          >
            {description.variants.map(({ label, icon: Variant, props }) => (
              <Menu.Item
                key={label}
                className={styles.variant}
                aria-label={label}
                title={label}
                onClick={() => {
                  chosen.current = true
                  add(props)
                }}
              >
                <Variant size={22} aria-hidden />
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** A button for each kind of block that can be added. */
export function InsertBar() {
  return (
    <div className={styles.insert} role="toolbar" aria-label="Add">
      {insertableTypes.map((type) => (
        <InsertButton key={type} type={type} title={definitionOf(blocks, type)?.title ?? type} />
      ))}
    </div>
  )
}
