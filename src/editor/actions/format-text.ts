import { declarationOf, withDeclaration } from '../../blocks/block-style.ts'
import { editorOf } from '../../blocks/editors.ts'
import type { Block } from '../../document/types.ts'
import { formatHtml, formatOfHtml } from '../canvas/text/format-html.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorState } from '../state/editor-state.ts'
import type { TextAlign, TextCommand, TextFormat } from '../state/text-format.ts'
import { freeIn, idsOf } from './selection.ts'

/** Does a text command: to the selected text while typing, else to all text of the selected blocks. */
export function formatText(editor: Editor, command: TextCommand): void {
  const session = editor.textSession()
  if (session) {
    session.run(command)
    return
  }
  const state = editor.getState()
  const blocks = withText(state)
  const change = updateBlocks(state.slideId, idsOf(blocks), (block) => formatted(block, command))
  editor.apply(change, { undo: 'step', label: 'Format text' })
}

/** What holds for the selected text, or for all text of the first selected block; null when no text is meant. */
export function shownFormat(state: EditorState): TextFormat | null {
  if (state.editing !== null) return state.textFormat
  const block = withText(state)[0]
  return block ? formatOf(block) : null
}

function withText(state: EditorState): readonly Block[] {
  return freeIn(state).filter((block) => editorOf(block.type)?.text)
}

const formats = new WeakMap<Block, TextFormat>()

/** Parsed once for each state of a block: buttons ask at every change of anything. */
function formatOf(block: Block): TextFormat {
  const known = formats.get(block)
  if (known) return known
  const own = formatOfHtml(editorOf(block.type)!.text!.read(block))
  const format = { ...own, align: own.align || (declarationOf(block, 'text-align') as TextAlign) }
  formats.set(block, format)
  return format
}

function formatted(block: Block, command: TextCommand): Block {
  const text = editorOf(block.type)!.text!
  // Alignment of a whole box is the box's own; what single paragraphs said gives way to it.
  const inside: TextCommand = command.kind === 'align' ? { kind: 'align', align: '' } : command
  const html = text.read(block)
  const next = html === '' ? block : text.write(block, formatHtml(html, inside))
  return command.kind === 'align' ? withDeclaration(next, 'text-align', command.align) : next
}
