import { editorOf } from '../../blocks/find-editor.ts'
import type { Block } from '../../document/deck-model.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import { sameBesidesText } from '../commands/same-besides-text.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { BlockAnimation } from './animation/block-animation.tsx'
import { BlockCustomPanel } from './block-custom-panel.tsx'
import { BlockPartPanel } from './block-part-panel.tsx'
import { BoxFields } from './box-fields.tsx'
import { FieldControl } from './field-control.tsx'
import { FitField } from './fit-field.tsx'
import { FrameFields } from './frame-fields.tsx'
import { InlineFormatFields } from './inline-format-fields.tsx'
import { PanelGroup } from './panel-group.tsx'

function sameLooks(a: readonly Block[], b: readonly Block[]): boolean {
  return a.length === b.length && a.every((block, index) => sameBesidesText(block, b[index]!))
}

/**
 * The selected blocks. Renders the component again only if one of them changes. Typing does not count, so the text of a
 * block that is being edited may be outdated.
 */
function useSelectedBlocks(): readonly Block[] {
  return useEditor(({ deck, slideId, selection }) => {
    const chosen = new Set(selection)
    return deck.slides[slideId]?.blocks.filter((block) => chosen.has(block.id)) ?? []
  }, sameLooks)
}

/** The fields of the selected blocks' type; nothing if they have several types. */
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

/** The Block panel: fields of the type, text, position and box styles. Order and alignment are in the arrange bar. */
export function BlockPanel({ customCss }: { readonly customCss: boolean }) {
  const blocks = useSelectedBlocks()
  const first = blocks[0]
  if (!first) return null
  const placed = blocks.some((block) => block.frame !== null && editorOf(block.type)?.handles === null)
  const isTextLater = blocks.every((block) => editorOf(block.type)?.beginsWithPanel)
  return (
    <>
      {!isTextLater && <InlineFormatFields blocks={blocks} />}
      <BlockPartPanel />
      <TypeFields blocks={blocks} />
      {isTextLater && <InlineFormatFields blocks={blocks} />}
      {blocks.length === 1 && <BlockCustomPanel block={first} />}
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
