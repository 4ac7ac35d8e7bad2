import { editorOf } from '../../blocks/find-editor.ts'
import type { Block } from '../../document/deck-model.ts'
import { fillSnippet, isInlineMarkup, showsNothing, takesSelection } from '../../document/snippet-template.ts'
import { standardSlide } from '../../rules/slide-size.ts'
import { addBlocks, updateBlocks } from '../commands/block-commands.ts'
import { newBlock } from '../commands/new-block.ts'
import { fragmentOf } from '../html/markup.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { selectedIn } from '../state/selection.ts'
import { slideSizeIn } from '../state/slide-size-in.ts'
import { lineHtml } from '../text/line-html.ts'

/** The free margin at each side of the slide, in slide px. */
const margin = 80

/** The selected HTML: in the text being edited, or all text of the one selected text block; '' if none. */
function selectedWords({ model, view }: Editor): string {
  const session = view.text
  if (session) return session.selectedHtml?.() ?? ''
  const block = selectedText(model)
  return block ? lineHtml(fragmentOf(editorOf(block.type)!.text!.read(block))) : ''
}

/** The one selected block if it is an unlocked text block. */
function selectedText(model: EditorModel): Block | null {
  const [block, ...others] = selectedIn(model.getState())
  if (!block || others.length > 0 || block.locked || model.getState().editing !== null) return null
  return editorOf(block.type)?.startsTyping ? block : null
}

/** A template filled with the entered values and the selected text, sanitized. Throws like `sanitize`. */
export function snippetHtml(editor: Editor, template: string, values: Readonly<Record<string, string>>): string {
  return editor.services.sanitize(fillSnippet(template, { values, selection: selectedWords(editor) }))
}

/** A block with the snippet's markup, as wide as a slide of the default size without its margins. */
export function snippetBlock(html: string): Block {
  const block = newBlock('snippet', { html: isInlineMarkup(html) ? `<p>${html}</p>` : html })
  return { ...block, frame: { ...block.frame!, x: margin, width: standardSlide.width - 2 * margin } }
}

/**
 * Inserts a snippet. Inline markup is inserted in the text being edited, or around the selected block's text. Other
 * markup becomes a block. Returns false if it would show nothing. Throws like `sanitize`.
 */
export function insertSnippet(editor: Editor, template: string, values: Readonly<Record<string, string>>): boolean {
  const html = snippetHtml(editor, template, values)
  if (showsNothing(html)) return false
  if (isInlineMarkup(html) && insertIntoText(editor, template, html)) return true
  editor.model.stopEditing()
  const { slideId } = editor.model.getState()
  const slide = slideSizeIn(editor.model.getState())
  const made = snippetBlock(html)
  const width = Math.max(slide.width - 2 * margin, slide.width / 2)
  const block = { ...made, frame: { ...made.frame!, x: (slide.width - width) / 2, width } }
  const step = { label: 'Insert snippet', key: `snippet ${block.id}` }
  editor.model.apply(addBlocks(slideId, [block]), { undo: 'step', select: [block.id], ...step })
  // Its height is known only after the canvas has drawn it; then it is centered vertically.
  const y = Math.max(20, Math.round((slide.height - editor.view.canvas.height(block.id)) / 2))
  const placed = updateBlocks(slideId, [block.id], (one) => ({ ...one, frame: { ...one.frame!, y } }))
  editor.model.apply(placed, { undo: 'merge', ...step })
  return true
}

function insertIntoText({ model, view }: Editor, template: string, html: string): boolean {
  const block = selectedText(model)
  if (block && takesSelection(template)) model.startEditing(block.id, { kind: 'all' })
  return view.text?.insert?.(html) ?? false
}
