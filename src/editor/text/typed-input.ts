import type { TextCommand } from '../state/text-format.ts'
import { type Caret, deleteRange, isAtEnd, isAtStart, joinBackward, joinForward, splitParagraph } from './paragraphs.ts'
import { isText, leafOf, zeroWidth } from './text-dom.ts'
import { deleteMarked, isMarked, typeOver } from './typed-over.ts'

/** Commands of the browser's own controls, such as the formatting bar of a tablet's keyboard, by input type. */
const asked: Readonly<Record<string, TextCommand | null>> = {
  formatBold: { kind: 'mark', mark: 'bold' },
  formatItalic: { kind: 'mark', mark: 'italic' },
  formatUnderline: { kind: 'mark', mark: 'underline' },
  formatStrikeThrough: { kind: 'mark', mark: 'strike' },
  formatIndent: { kind: 'indent', by: 1 },
  formatOutdent: { kind: 'indent', by: -1 },
  formatJustifyLeft: { kind: 'align', align: 'left' },
  formatJustifyCenter: { kind: 'align', align: 'center' },
  formatJustifyRight: { kind: 'align', align: 'right' },
  formatJustifyFull: { kind: 'align', align: 'justify' },
  insertOrderedList: { kind: 'list', list: 'number' },
  insertUnorderedList: { kind: 'list', list: 'bullet' },
}

/** The command of an input type, or null. */
export function commandOfInput(inputType: string): TextCommand | null {
  return asked[inputType] ?? null
}

/** The result of an input applied here; `caret` null: the caret stays. */
export interface TypedEdit {
  readonly caret: Caret | null
}

/**
 * Applies inputs for which browsers would leave unwanted markup: new paragraphs, joining paragraphs, deleting marks.
 * Null: left to the browser (typing and deleting plain text within one paragraph).
 */
export function editByInput(root: HTMLElement, range: Range, inputType: string, data: string | null): TypedEdit | null {
  const caret = { node: range.startContainer, offset: range.startOffset }
  if (inputType === 'insertParagraph') return { caret: splitParagraph(root, emptied(root, range)) }
  if (inputType === 'insertLineBreak') return { caret: insertBreak(root, emptied(root, range)) }
  if (inputType === 'insertReplacedText') return { caret: insertText(emptied(root, range), data ?? '') }
  if (
    inputType === 'insertFromDrop' ||
    inputType === 'deleteByDrag' ||
    inputType === 'insertFromPaste' ||
    inputType.startsWith('format')
  )
    return { caret: null }
  const crosses = !range.collapsed && leafOf(root, range.startContainer) !== leafOf(root, range.endContainer)
  // Zero-width spaces too: they are only needed while a mark is empty.
  const marked = !range.collapsed && (isMarked(root, range) || range.toString().includes(zeroWidth))
  if (inputType.startsWith('delete')) {
    if (crosses) return { caret: deleteRange(root, range) }
    return marked ? { caret: deleteMarked(root, range) } : deleteAtBorder(root, range, caret, inputType)
  }
  if (inputType === 'insertText' && (crosses || marked || leafOf(root, range.startContainer) === null)) {
    return { caret: typeOver(root, range, data ?? '') ?? insertText(deleteRange(root, range), data ?? '') }
  }
  return null
}

function emptied(root: HTMLElement, range: Range): Caret {
  return range.collapsed ? { node: range.startContainer, offset: range.startOffset } : deleteRange(root, range)
}

function deleteAtBorder(root: HTMLElement, range: Range, caret: Caret, inputType: string): TypedEdit | null {
  const leaf = leafOf(root, caret.node)
  if (!leaf || !range.collapsed) return null
  if (inputType.endsWith('Backward') && isAtStart(leaf, caret)) return { caret: joinBackward(root, leaf) }
  if (inputType.endsWith('Forward') && isAtEnd(leaf, caret)) return { caret: joinForward(root, leaf) }
  return null
}

function insertText(caret: Caret, text: string): Caret {
  if (isText(caret.node)) {
    caret.node.insertData(caret.offset, text)
    return { node: caret.node, offset: caret.offset + text.length }
  }
  const node = caret.node.ownerDocument!.createTextNode(text)
  const next = caret.node.childNodes[caret.offset] ?? null
  caret.node.insertBefore(node, next)
  // The line has text now and needs no <br>.
  if (next?.nodeName === 'BR' && next === caret.node.lastChild) caret.node.removeChild(next)
  return { node, offset: text.length }
}

function insertBreak(root: HTMLElement, caret: Caret): Caret {
  const document = root.ownerDocument
  const range = document.createRange()
  range.setStart(caret.node, caret.offset)
  const leaf = leafOf(root, caret.node)
  const atEnd = leaf !== null && isAtEnd(leaf, caret)
  const line = document.createElement('br')
  range.insertNode(line)
  // A <br> at the end of a line is invisible; a second one makes the new line visible.
  if (atEnd && line.nextSibling?.nodeName !== 'BR' && (line.nextSibling?.textContent ?? '') === '') {
    line.after(document.createElement('br'))
  }
  const parent = line.parentNode!
  return { node: parent, offset: [...parent.childNodes].indexOf(line) + 1 }
}
