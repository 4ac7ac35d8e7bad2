import { editorOf } from '../../blocks/editors.ts'
import type { Block } from '../../document/types.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import { sameBesidesText } from '../commands/same-besides-text.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { BlockAnimation } from './animation/block-animation.tsx'
import { BlockOwnPanel } from './block-own-panel.tsx'
import { BlockPartPanel } from './block-part-panel.tsx'
import { BoxFields } from './box-fields.tsx'
import { FieldControl } from './field-control.tsx'
import { FitField } from './fit-field.tsx'
import { FrameFields } from './frame-fields.tsx'
import { PanelGroup } from './panel-group.tsx'
import { TextFields } from './text-fields.tsx'

function sameLooks(a: readonly Block[], b: readonly Block[]): boolean {
  return a.length === b.length && a.every((block, index) => sameBesidesText(block, b[index]!))
}

/**
 * The selected blocks; a component that asks renders again only when one of them changes. What is typed into a block
 * does not count: its text may be an older one.
 */
export function useSelectedBlocks(): readonly Block[] {
  return useEditor(({ deck, slideId, selection }) => {
    const chosen = new Set(selection)
    return deck.slides[slideId]?.blocks.filter((block) => chosen.has(block.id)) ?? []
  }, sameLooks)
}

/** The properties of the selected blocks' own type; nothing when they are of several. */
function TypeFields({ blocks }: { blocks: readonly Block[] }) {
  const { model } = useEditorInstance()
  const first = blocks[0]
  if (!first || !blocks.every((block) => block.type === first.type)) return null
  return editorOf(first.type)?.panel.map((group) => (
    <PanelGroup key={group.title} title={group.title}>
      {group.fields
        .filter((field) => field.when?.(first) ?? true)
        .map((field) => (
          <FieldControl
            key={field.label}
            field={field}
            block={first}
            onChange={(change, merge) =>
              model.apply(
                updateBlocks(
                  model.getState().slideId,
                  blocks.map((block) => block.id),
                  change,
                ),
                { undo: merge ? 'merge' : 'step', label: field.label },
              )
            }
          />
        ))}
    </PanelGroup>
  ))
}

/** What the selected blocks are like: what their type says, their text, their place, their look. Order and alignment are the arrange bar's. */
export function BlockPanel({ customCss }: { readonly customCss: boolean }) {
  const blocks = useSelectedBlocks()
  const first = blocks[0]
  if (!first) return null
  const placed = blocks.some((block) => block.frame !== null && editorOf(block.type)?.points === null)
  return (
    <>
      <TextFields blocks={blocks} />
      <BlockPartPanel />
      <TypeFields blocks={blocks} />
      {blocks.length === 1 && <BlockOwnPanel block={first} />}
      <FitField blocks={blocks} />
      {placed && (
        <PanelGroup title="Place">
          <FrameFields blocks={blocks} />
        </PanelGroup>
      )}
      <BoxFields blocks={blocks} customCss={customCss} />
      <BlockAnimation blocks={blocks} />
    </>
  )
}
