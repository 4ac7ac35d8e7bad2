import { declarationOf, withDeclaration } from '../../blocks/block-style.ts'
import { editorOf, typographyDeclarations } from '../../blocks/find-editor.ts'
import type { Block } from '../../document/deck-model.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorState } from '../state/editor-state.ts'
import type { EditorView } from '../state/editor-view.ts'
import { freeIn, idsOf } from '../state/selection.ts'
import type { TextAlign, TextCommand, TextFormat } from '../state/text-format.ts'
import { formatHtml, formatOfHtml } from '../text/format-html.ts'
import { sizedText } from '../text/set-size.ts'

/**
 * Runs a text command on the selected text while editing, else on all text of the selected blocks. `merges`: joins
 * the previous undo step of the same command (while a color is dragged in the picker).
 */
export function formatText({ model, view }: Editor, command: TextCommand, merges = false): void {
  const session = view.text
  if (session) {
    session.run(command)
    return
  }
  const state = model.getState()
  const blocks = textBlocks(state)
  const sized = new Map(blocks.map((block) => [block.id, sizedBlock(view, block, command)]))
  const change = updateBlocks(state.slideId, idsOf(blocks), (block) => sized.get(block.id) ?? formatted(block, command))
  const key = `format ${command.kind}${command.kind === 'look' ? command.look : ''}`
  model.apply(change, { undo: merges ? 'merge' : 'step', label: 'Format text', key })
}

/** The format of the selected text, else of the first selected text block; null without either. */
export function shownFormat(state: EditorState): TextFormat | null {
  if (state.editing !== null) return state.textFormat
  const block = textBlocks(state)[0]
  return block ? formatOf(block) : null
}

/** The selected, unlocked blocks that have text. */
export function textBlocks(state: EditorState): readonly Block[] {
  return freeIn(state).filter((block) => editorOf(block.type)?.text)
}

const formats = new WeakMap<Block, TextFormat>()

/** The format of a block's whole text. Cached per block version: every button reads it after every change. */
function formatOf(block: Block): TextFormat {
  const cached = formats.get(block)
  if (cached) return cached
  const editor = editorOf(block.type)!
  const own = formatOfHtml(editor.text!.read(block))
  const boxSize = Number.parseFloat(declarationOf(block, 'font-size'))
  const format: TextFormat = {
    ...own,
    align: own.align || (declarationOf(block, 'text-align') as TextAlign),
    color: own.color || declarationOf(block, 'color'),
    font: own.font || declarationOf(block, 'font-family'),
    weight: own.weight || declarationOf(block, 'font-weight'),
    size: Number.isFinite(boxSize) ? boxSize : (editor.usualSize ?? null),
  }
  formats.set(block, format)
  return format
}

/** A text command for a whole block: declarations for the box, and a command for the text within it. */
interface WholeBox {
  readonly declarations: Readonly<Record<string, string>>
  readonly inside: TextCommand
}

/**
 * Formats the box rather than its text, so that text typed later has the format too. The same format is removed from
 * the text within, which would override the box.
 */
function wholeBox(command: TextCommand): WholeBox {
  if (command.kind === 'align')
    return { declarations: { 'text-align': command.align }, inside: { ...command, align: '' } }
  if (command.kind === 'size') {
    const size = command.px === null ? '' : `${command.px}px`
    return { declarations: { 'font-size': size }, inside: { kind: 'size', px: null } }
  }
  if (command.kind === 'look' && command.look !== 'background-color') {
    return { declarations: { [command.look]: command.value }, inside: { ...command, value: '' } }
  }
  return { declarations: {}, inside: command }
}

/**
 * The block with all its text scaled to the size of a size command, as measured on the canvas. Null for other
 * commands or if the canvas does not show the block.
 */
function sizedBlock(view: EditorView, block: Block, command: TextCommand): Block | null {
  if (command.kind !== 'size' || command.px === null) return null
  const text = editorOf(block.type)!.text!
  const wrapper = view.canvas.element(block.id)
  const host = wrapper && text.host(wrapper)
  if (!host) return null
  const { box, html } = sizedText(wrapper, host, text.read(block), command.px)
  return withDeclaration(text.write(block, html), 'font-size', `${box}px`)
}

function formatted(block: Block, command: TextCommand): Block {
  const text = editorOf(block.type)!.text!
  const { declarations, inside } = wholeBox(command)
  const html = text.read(block)
  const next = html === '' ? block : text.write(block, formatHtml(html, inside))
  return Object.entries(declarations).reduce((one, [name, value]) => withDeclaration(one, name, value), next)
}

/** The declarations of a box that its theme replaces: those of text commands, and those of fields for typography. */
const themed: readonly string[] = [
  ...new Set(['color', 'font-family', 'font-size', 'font-weight', 'text-align', ...typographyDeclarations()]),
]
const clearingCommands: readonly TextCommand[] = [
  { kind: 'align', align: '' },
  { kind: 'size', px: null },
  ...(['color', 'background-color', 'font-family', 'font-weight'] as const).map(
    (look): TextCommand => ({ kind: 'look', look, value: '' }),
  ),
]

/**
 * Removes the block's own font, size, color and alignment, so that the theme's apply. Words, lists and marks are
 * unchanged.
 */
export function asThemed(block: Block): Block {
  const cached = themedBlocks.get(block)
  if (cached) return cached
  const themedBlock = withoutStyles(block)
  themedBlocks.set(block, themedBlock)
  return themedBlock
}

const themedBlocks = new WeakMap<Block, Block>()

function withoutStyles(block: Block): Block {
  const text = editorOf(block.type)?.text
  if (!text) return block
  const bare = themed.reduce((one, property) => withDeclaration(one, property, null), block)
  const html = text.read(bare)
  if (!html.includes('style=')) return bare
  return text.write(
    bare,
    clearingCommands.reduce((one, command) => formatHtml(one, command), html),
  )
}
