import { declarationOf, withDeclaration } from '../../blocks/block-style.ts'
import { editorOf } from '../../blocks/editors.ts'
import type { Block } from '../../document/types.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorState } from '../state/editor-state.ts'
import type { EditorView } from '../state/editor-view.ts'
import { freeIn, idsOf } from '../state/selection.ts'
import type { TextAlign, TextCommand, TextFormat } from '../state/text-format.ts'
import { formatHtml, formatOfHtml } from '../text/format-html.ts'
import { sizedText } from '../text/set-size.ts'

/**
 * Does a text command: to the selected text while typing, else to all text of the selected blocks. `merges`: it joins
 * the same command before it (a color that is being dragged about).
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

/** What holds for the selected text, or for all text of the first selected block; null when no text is meant. */
export function shownFormat(state: EditorState): TextFormat | null {
  if (state.editing !== null) return state.textFormat
  const block = textBlocks(state)[0]
  return block ? formatOf(block) : null
}

/** The selected blocks whose text is meant as a whole. */
export function textBlocks(state: EditorState): readonly Block[] {
  return freeIn(state).filter((block) => editorOf(block.type)?.text)
}

const formats = new WeakMap<Block, TextFormat>()

/** Parsed once for each state of a block: buttons ask at every change of anything. */
function formatOf(block: Block): TextFormat {
  const known = formats.get(block)
  if (known) return known
  const text = editorOf(block.type)!.text!
  const own = formatOfHtml(text.read(block))
  const boxSize = Number.parseFloat(declarationOf(block, 'font-size'))
  const format: TextFormat = {
    ...own,
    align: own.align || (declarationOf(block, 'text-align') as TextAlign),
    color: own.color || declarationOf(block, 'color'),
    font: own.font || declarationOf(block, 'font-family'),
    weight: own.weight || declarationOf(block, 'font-weight'),
    size: Number.isFinite(boxSize) ? boxSize : (text.usualSize ?? null),
  }
  formats.set(block, format)
  return format
}

/** What a command means for a whole box: declarations of the box, and what is done to the text within it. */
interface WholeBox {
  readonly declarations: Readonly<Record<string, string>>
  readonly inside: TextCommand
}

/** What is set for a whole box is the box's own, so that it holds for what is typed later; single words give way to it. */
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

/** The block with all its text in the size that a command asks for, as the canvas shows it; null for other commands and without a canvas. */
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

const themed = ['color', 'font-family', 'font-size', 'font-weight', 'line-height', 'letter-spacing', 'text-align']
const looks: readonly TextCommand[] = [
  { kind: 'align', align: '' },
  { kind: 'size', px: null },
  ...(['color', 'background-color', 'font-family', 'font-weight'] as const).map(
    (look): TextCommand => ({ kind: 'look', look, value: '' }),
  ),
]

/** A block whose text looks as the theme says again: its fonts, sizes, colors and alignment go; words, lists and marks stay. */
export function asThemed(block: Block): Block {
  const known = themedBlocks.get(block)
  if (known) return known
  const themedBlock = withoutLooks(block)
  themedBlocks.set(block, themedBlock)
  return themedBlock
}

const themedBlocks = new WeakMap<Block, Block>()

function withoutLooks(block: Block): Block {
  const text = editorOf(block.type)?.text
  if (!text) return block
  const bare = themed.reduce((one, property) => withDeclaration(one, property, null), block)
  const html = text.read(bare)
  if (!html.includes('style=')) return bare
  return text.write(
    bare,
    looks.reduce((one, command) => formatHtml(one, command), html),
  )
}
