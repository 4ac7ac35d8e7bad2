import type { EditingEntry, InPlaceText } from '../../blocks/block-editor.ts'
import { editorOf } from '../../blocks/editors.ts'
import type { Block, BlockId, SlideId } from '../../document/types.ts'
import { copiedHtml } from '../clipboard/office-html.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import { blockOf } from '../commands/find-slide.ts'
import { fragmentOf } from '../html/markup.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { TextSession } from '../state/editor-view.ts'
import type { EditorServices } from '../state/services.ts'
import type { TextCommand } from '../state/text-format.ts'
import { cleanHtml, normalize } from '../text/clean-html.ts'
import { formatAt, sameFormat } from '../text/format-at.ts'
import { insertFragment, wholeRange } from '../text/insert-fragment.ts'
import { lineFragment, lineHtml } from '../text/line-html.ts'
import { type Caret, endOf } from '../text/paragraphs.ts'
import { pastedFragment, plainFragment } from '../text/pasted-text.ts'
import { runTextCommand } from '../text/run-text-command.ts'
import { setSeenSize } from '../text/set-size.ts'
import { leavesOf, offsetOf, placeAt, zeroWidth } from '../text/text-dom.ts'
import { commandOfInput, editByInput } from '../text/typed-input.ts'
import { formatTyped, mayFormat } from '../text/typed-marks.ts'
import { emptiesMark, withSeen } from '../text/typed-over.ts'
import { editingAttributes } from './morph.ts'
import type { SlideView } from './slide-view.ts'

/** A block's text being typed into, on the slide itself. */
export interface LiveText extends TextSession {
  readonly blockId: BlockId
  readonly slideId: SlideId
  /** Whether a pointer on this node is the browser's: it is in the text. */
  owns(node: Node): boolean
  /** Gives the text the keyboard and puts the caret where the editing began. */
  begin(): void
  /** Called before a change of the deck is drawn. */
  prepare?(): void
  /** Takes over what undo or somebody else changed. */
  refresh(): void
  /** Ends the editing and leaves the text as it would be drawn anew. */
  destroy(): void
}

/** Makes a block's text editable; call begin() then. Null when it isn't on the canvas or has no text. */
export function openTextSession(editor: Editor, view: SlideView, blockId: BlockId): LiveText | null {
  const block = blockOf(editor.model.slide(), blockId)
  const text = block && editorOf(block.type)?.text
  return text ? openPartText(editor, view, blockId, text, editor.model.editingEntry()) : null
}

/** The same for one of several texts of a block (a cell of a table). `entry`: how the typing begins. */
export function openPartText(
  editor: Editor,
  view: SlideView,
  blockId: BlockId,
  text: InPlaceText<unknown>,
  entry: EditingEntry,
): LiveText | null {
  const block = blockOf(editor.model.slide(), blockId)
  const wrapper = view.elementOf(blockId)
  const host = block && wrapper && text.host(wrapper)
  return block && host ? new HostSession({ editor, view, block, host, text, entry }) : null
}

interface HostOptions {
  readonly editor: Editor
  readonly view: SlideView
  readonly block: Block
  readonly host: HTMLElement
  readonly text: InPlaceText<unknown>
  readonly entry: EditingEntry
}

/** What undo calls a change, by its kind. */
const stepLabels: Readonly<Record<string, string>> = {
  format: 'Format text',
  paste: 'Paste',
  auto: 'Automatic format',
  snippet: 'Insert snippet',
}

class HostSession implements LiveText {
  readonly blockId: BlockId
  readonly slideId: SlideId
  readonly host: HTMLElement
  readonly #model: EditorModel
  readonly #services: EditorServices
  readonly #view: SlideView
  readonly #text: InPlaceText<unknown>
  readonly #entry: EditingEntry
  readonly #ends: (() => void)[] = []
  /** The HTML that the deck has and that is shown here. */
  #html: string
  #composing = false
  #lastKind = ''

  constructor({ editor, view, block, host, text, entry }: HostOptions) {
    this.blockId = block.id
    this.slideId = editor.model.getState().slideId
    this.host = host
    this.#model = editor.model
    this.#services = editor.services
    this.#view = view
    this.#text = text
    this.#entry = entry
    this.#html = text.read(block)
    view.keep(host)
    normalize(host)
    host.setAttribute('contenteditable', 'true')
    host.setAttribute('role', 'textbox')
    host.setAttribute('aria-multiline', 'true')
    host.setAttribute('aria-label', text.label ?? 'Text')
    host.setAttribute('spellcheck', 'true')
  }

  owns(node: Node): boolean {
    return this.host.contains(node)
  }

  begin(): void {
    this.#listen()
    this.host.focus({ preventScroll: true })
    this.#enter(this.#entry)
    this.#showFormat()
  }

  run(command: TextCommand): void {
    const range = this.#range()
    if (!range) return
    this.#select(this.#changed(range, command))
    this.#commit('format')
    this.#showFormat()
  }

  #changed(range: Range, command: TextCommand): Range {
    if (command.kind !== 'size' || command.px === null) return runTextCommand(this.host, range, command)
    return setSeenSize(this.host, range, command.px, () => this.#view.settle())
  }

  focus(): void {
    this.host.focus({ preventScroll: true })
  }

  selectedHtml(): string {
    const range = this.#range()
    return range && !range.collapsed ? lineHtml(range.cloneContents()) : ''
  }

  insert(html: string): boolean {
    const range = this.#range()
    if (!range) return false
    this.#placeCaret(insertFragment(this.host, range, lineFragment(html)))
    this.#commit('snippet')
    return true
  }

  refresh(): void {
    const html = this.#saved()
    if (html === null || html === this.#html) return
    const before = this.host.textContent ?? ''
    const range = this.#range()
    const caret = range && offsetOf(this.host, range.startContainer, range.startOffset)
    this.#html = html
    this.host.replaceChildren(this.host.ownerDocument.importNode(fragmentOf(html), true))
    normalize(this.host)
    const after = this.host.textContent ?? ''
    // Other markup around the same words, as after the server cleaned them: the caret stays.
    const place = placeAt(this.host, before === after && caret !== null ? caret : endOfChange(before, after), false)
    this.#select(caretRange(place.node, place.offset))
    this.#showFormat()
  }

  destroy(): void {
    if (this.#composing) this.#commit('typing')
    for (const end of this.#ends) end()
    this.#view.keep(null)
    const { host } = this
    for (const name of editingAttributes) host.removeAttribute(name)
    host.replaceChildren(host.ownerDocument.importNode(fragmentOf(this.#html), true))
    host.ownerDocument.getSelection()?.removeAllRanges()
    host.blur()
  }

  #listen(): void {
    const document = this.host.ownerDocument
    const on = (target: EventTarget, type: string, handle: (event: Event) => void): void => {
      target.addEventListener(type, handle)
      this.#ends.push(() => target.removeEventListener(type, handle))
    }
    on(this.host, 'beforeinput', (event) => this.#beforeInput(event as InputEvent))
    on(this.host, 'input', (event) => this.#input(event as InputEvent))
    on(this.host, 'paste', (event) => this.#paste(event as ClipboardEvent))
    // Text dragged about would be taken away by one document and not be put down by the other.
    on(this.host, 'dragstart', (event) => event.preventDefault())
    on(this.host, 'keydown', (event) => this.#key(event as KeyboardEvent))
    on(this.host, 'compositionstart', () => this.#startComposing())
    on(this.host, 'compositionend', () => {
      this.#composing = false
      this.#commit('typing')
    })
    on(document, 'selectionchange', () => this.#showFormat())
  }

  #beforeInput(event: InputEvent): void {
    const { inputType } = event
    if (inputType === 'historyUndo' || inputType === 'historyRedo') {
      event.preventDefault()
      if (inputType === 'historyUndo') this.#model.undo()
      else this.#model.redo()
      return
    }
    const command = commandOfInput(inputType)
    if (command) {
      event.preventDefault()
      this.run(command)
      return
    }
    // What an input method is composing must not be taken from under it.
    const range = this.#range()
    if (!range || this.#composing || event.isComposing) return
    // An address at the end of the line becomes a link before the line is left.
    const left = inputType === 'insertParagraph' && this.#formatTyped('\n') ? this.#range() : range
    const taken = range.collapsed ? this.#taken(event) : null
    const edit = editByInput(this.host, taken ?? left ?? range, inputType, event.data)
    if (!edit) return
    event.preventDefault()
    if (edit.caret) this.#select(caretRange(edit.caret.node, edit.caret.offset))
    if (inputType !== 'insertText') {
      this.#commit(taken ? 'deleting' : inputType)
      return
    }
    // What is typed over other words is a step of its own, together with what is typed after it.
    this.#lastKind = ''
    this.#typed(event)
  }

  /** What a key at the caret is to delete, where it is not left to the browser: the last words of a mark, for one. */
  #taken(event: InputEvent): Range | null {
    const [about] = event.inputType.startsWith('delete') ? event.getTargetRanges() : []
    if (!about || !this.host.contains(about.startContainer) || !this.host.contains(about.endContainer)) return null
    const range = this.host.ownerDocument.createRange()
    range.setStart(about.startContainer, about.startOffset)
    range.setEnd(about.endContainer, about.endOffset)
    if (range.collapsed) return null
    const seen = withSeen(this.host, range, event.inputType.endsWith('Forward'))
    return seen !== range || emptiesMark(this.host, range) ? seen : null
  }

  #input(event: InputEvent): void {
    if (!this.#composing) this.#typed(event)
  }

  #typed(event: InputEvent): void {
    const space = event.inputType === 'insertText' && (event.data === ' ' || event.data === '\u00a0')
    this.#commit(space ? 'space' : event.inputType.startsWith('insert') ? 'typing' : 'deleting')
    if (event.inputType === 'insertText' && event.data && mayFormat(event.data)) this.#formatTyped(event.data)
  }

  /** What a typed character brings about by itself is a step of its own: undo takes back just that. */
  #formatTyped(character: string): boolean {
    const range = this.#range()
    if (!range?.collapsed) return false
    const caret = formatTyped(this.host, { node: range.startContainer, offset: range.startOffset }, character)
    if (!caret) return false
    this.#placeCaret(caret)
    this.#commit('auto')
    this.#showFormat()
    return true
  }

  #startComposing(): void {
    const range = this.#range()
    if (range && !range.collapsed) {
      const edit = editByInput(this.host, range, 'deleteContentBackward', null)
      if (edit?.caret) this.#select(caretRange(edit.caret.node, edit.caret.offset))
    }
    this.#composing = true
  }

  #paste(event: ClipboardEvent): void {
    event.preventDefault()
    event.stopPropagation()
    const range = this.#range()
    const html = event.clipboardData?.getData('text/html') ?? ''
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (!range || (html === '' && text === '')) return
    try {
      const clean = html === '' ? '' : this.#services.sanitize(copiedHtml(html))
      const fragment = clean.trim() === '' ? plainFragment(text, this.host.ownerDocument) : pastedFragment(clean)
      this.#placeCaret(insertFragment(this.host, range, fragment))
      this.#commit('paste')
    } catch (error) {
      this.#services.notify(error instanceof Error ? error.message : String(error), 'error')
    }
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    this.run({ kind: 'indent', by: event.shiftKey ? -1 : 1 })
  }

  /** Writes the text to the deck. A new word, or another kind of change, is an undo step of its own. */
  #commit(kind: string): void {
    const html = isBlank(this.host) && !this.#keepsPlace() ? '' : cleanHtml(this.host)
    const continued = kind === this.#lastKind || (kind === 'space' && this.#lastKind === 'typing')
    this.#lastKind = kind
    if (html === this.#html) return
    this.#html = html
    const change = updateBlocks(this.slideId, [this.blockId], (block) => this.#text.write(block, html))
    const label = stepLabels[kind] ?? 'Typing'
    // What a panel asked for shows there at once; typing is seen on the slide first.
    const panels = kind === 'format' ? 'now' : 'after-paint'
    this.#model.apply(change, { undo: continued ? 'merge' : 'step', label, key: `text ${this.blockId}`, panels })
  }

  /** An empty box that says what belongs into it stays, as the kind of paragraph it is for. */
  #keepsPlace(): boolean {
    const block = blockOf(this.#model.getState().deck.slides[this.slideId], this.blockId)
    return block !== null && (this.#text.placeholder?.(block) ?? '') !== ''
  }

  #saved(): string | null {
    const block = blockOf(this.#model.getState().deck.slides[this.slideId], this.blockId)
    return block && this.#text.read(block)
  }

  #showFormat(): void {
    const range = this.#range()
    const format = range && formatAt(this.host, range)
    if (!sameFormat(format, this.#model.getState().textFormat)) this.#model.show({ textFormat: format })
  }

  #range(): Range | null {
    const selection = this.host.ownerDocument.getSelection()
    if (!selection || selection.rangeCount === 0) return null
    const range = selection.getRangeAt(0)
    return this.host.contains(range.commonAncestorContainer) ? range.cloneRange() : null
  }

  #select(range: Range): void {
    const selection = this.host.ownerDocument.getSelection()
    selection?.removeAllRanges()
    selection?.addRange(range)
  }

  #placeCaret(caret: Caret): void {
    this.#select(caretRange(caret.node, caret.offset))
  }

  #enter(entry: EditingEntry): void {
    if (entry.kind === 'all') {
      this.#select(wholeRange(this.host))
      return
    }
    const at = entry.kind === 'point' ? caretAt(this.host, entry.x, entry.y) : null
    this.#placeCaret(at ?? endOf(this.host))
    if (entry.kind !== 'typed') return
    const range = this.#range()
    const edit = range && editByInput(this.host, range, 'insertReplacedText', entry.text)
    if (edit?.caret) this.#placeCaret(edit.caret)
    this.#commit('typing')
  }
}

function caretRange(node: Node, offset: number): Range {
  const range = node.ownerDocument!.createRange()
  range.setStart(node, offset)
  range.collapse(true)
  return range
}

/** Where a point of the canvas (screen px) is in the text; null when it isn't in it. */
function caretAt(host: HTMLElement, x: number, y: number): Caret | null {
  const document = host.ownerDocument
  const position = document.caretPositionFromPoint?.(x, y)
  const range = position ? null : document.caretRangeFromPoint?.(x, y)
  const node = position?.offsetNode ?? range?.startContainer
  return node && host.contains(node) ? { node, offset: position?.offset ?? range?.startOffset ?? 0 } : null
}

/** How many characters of `after` stand before the end of what differs from `before`: where the eye is. */
function endOfChange(before: string, after: string): number {
  let same = 0
  while (same < before.length && same < after.length && before.at(-1 - same) === after.at(-1 - same)) same++
  const start = [...after].findIndex((character, index) => character !== before[index])
  return start < 0 ? after.length : Math.max(start, after.length - same)
}

/** Whether nothing is written: one empty paragraph at most. */
function isBlank(host: HTMLElement): boolean {
  const text = (host.textContent ?? '').replaceAll(zeroWidth, '')
  return text === '' && leavesOf(host).length <= 1 && host.querySelector('img, li, hr') === null
}
