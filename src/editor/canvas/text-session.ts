import type { EditingEntry, InPlaceText } from '../../blocks/block-editor.ts'
import { editorOf } from '../../blocks/find-editor.ts'
import type { Block, BlockId, SlideId } from '../../document/deck-model.ts'
import { withPaste } from '../clipboard/paste.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import { blockOf } from '../commands/find-slide.ts'
import { loadedMerging, loadMerging } from '../commands/load-merging.ts'
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
import { type Caret, caretAt, endOf } from '../text/paragraphs.ts'
import { plainFragment } from '../text/plain-text.ts'
import { replaceText } from '../text/replace-text.ts'
import { runTextCommand } from '../text/run-text-command.ts'
import { setSeenSize } from '../text/set-size.ts'
import { caretIn, isBlank } from '../text/text-dom.ts'
import { commandOfInput, editByInput } from '../text/typed-input.ts'
import { formatTyped, mayFormat } from '../text/typed-marks.ts'
import { emptiesMark, withSeen } from '../text/typed-over.ts'
import { editingAttributes } from './morph.ts'
import type { SlideView } from './slide-view.ts'

/** An editing session of a block's text on the slide. */
export interface LiveText extends TextSession {
  readonly blockId: BlockId
  readonly slideId: SlideId
  /** Whether a node is within the text, so that its pointer events are left to the browser. */
  owns(node: Node): boolean
  /** Focuses the text and places the caret. */
  begin(): void
  /** Shows a change of the deck in the text. Called before the slide is drawn, which measures the text. */
  prepare(): void
  /** Called after a change of the deck is drawn. */
  refresh?(): void
  /** Ends the session and renders the text as the slide view does. */
  destroy(): void
}

/** Makes a block's text editable; begin() has to be called next. Null if it is not on the canvas or has no text. */
export function openTextSession(editor: Editor, view: SlideView, blockId: BlockId): LiveText | null {
  const block = blockOf(editor.model.slide(), blockId)
  const text = block && editorOf(block.type)?.text
  return text ? openPartText(editor, view, blockId, text, editor.model.editingEntry()) : null
}

/** The same for one of several texts of a block (a table cell). `entry`: how the editing begins. */
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

/** Undo labels by kind of change. */
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
  readonly #cleanups: (() => void)[] = []
  /** The HTML from the deck that the elements were made from. The deck's own is newer while `#isHeld`. */
  #html: string
  #composing = false
  /** The task after a composition that shows the changes queued during it. */
  #release: ReturnType<typeof setTimeout> | null = null
  /** The state's number of foreign changes, as last shown. */
  #foreignChanges: number
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
    this.#foreignChanges = editor.model.getState().foreignChanges
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
    loadMerging().catch(() => undefined)
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

  prepare(): void {
    if (this.#isHeld()) return
    const { foreignChanges } = this.#model.getState()
    const isForeign = foreignChanges !== this.#foreignChanges
    this.#foreignChanges = foreignChanges
    const html = this.#saved()
    if (html === null || html === this.#html) return
    const base = this.#html
    this.#html = html
    // Without the merge (a failed load) a foreign change is shown like undo.
    const merging = isForeign ? loadedMerging() : null
    if (!merging) replaceText(this.host, html)
    else if (merging.takeChanges(this.host, base, html)) this.#commit('typing')
    this.#showFormat()
  }

  destroy(): void {
    if (this.#composing) this.#commit('typing')
    if (this.#release !== null) clearTimeout(this.#release)
    for (const cleanup of this.#cleanups) cleanup()
    this.#view.keep(null)
    const { host } = this
    for (const name of editingAttributes) host.removeAttribute(name)
    host.replaceChildren(host.ownerDocument.importNode(fragmentOf(this.#saved() ?? this.#html), true))
    host.ownerDocument.getSelection()?.removeAllRanges()
    host.blur()
  }

  /** Whether the elements must not be touched: an input method is composing in them. */
  #isHeld(): boolean {
    return this.#composing || this.#release !== null
  }

  #listen(): void {
    const document = this.host.ownerDocument
    const on = (target: EventTarget, type: string, handle: (event: Event) => void): void => {
      target.addEventListener(type, handle)
      this.#cleanups.push(() => target.removeEventListener(type, handle))
    }
    on(this.host, 'beforeinput', (event) => this.#beforeInput(event as InputEvent))
    on(this.host, 'input', (event) => this.#input(event as InputEvent))
    on(this.host, 'paste', (event) => this.#paste(event as ClipboardEvent))
    // Dragging text between two documents would delete it in one without inserting it in the other.
    on(this.host, 'dragstart', (event) => event.preventDefault())
    on(this.host, 'keydown', (event) => this.#key(event as KeyboardEvent))
    on(this.host, 'compositionstart', () => this.#startComposing())
    on(this.host, 'compositionend', () => this.#endComposing())
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
    // A composition must not be changed while an input method is active.
    const range = this.#range()
    if (!range || this.#composing || event.isComposing) return
    // A URL at the end of the line becomes a link before the line is left.
    const afterLink = inputType === 'insertParagraph' && this.#formatTyped('\n') ? this.#range() : range
    const deleted = range.collapsed ? this.#deletedRange(event) : null
    const edit = editByInput(this.host, deleted ?? afterLink ?? range, inputType, event.data)
    if (!edit) return
    event.preventDefault()
    if (edit.caret) this.#select(caretIn(edit.caret.node, edit.caret.offset))
    if (inputType !== 'insertText') {
      this.#commit(deleted ? 'deleting' : inputType)
      return
    }
    // Typing over a selection starts a new undo step.
    this.#lastKind = ''
    this.#typed(event)
  }

  /** The range that a delete key removes, if it is not left to the browser: for example all text of a mark. */
  #deletedRange(event: InputEvent): Range | null {
    const [target] = event.inputType.startsWith('delete') ? event.getTargetRanges() : []
    if (!target || !this.host.contains(target.startContainer) || !this.host.contains(target.endContainer)) return null
    const range = this.host.ownerDocument.createRange()
    range.setStart(target.startContainer, target.startOffset)
    range.setEnd(target.endContainer, target.endOffset)
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

  /** Automatic formatting after a typed character is a separate undo step. */
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
      if (edit?.caret) this.#select(caretIn(edit.caret.node, edit.caret.offset))
    }
    this.#composing = true
  }

  /**
   * Stores what was composed. Changes queued meanwhile are shown in the next task: some browsers still set the caret after
   * this event, and an input method may start its next composition in the same task.
   */
  #endComposing(): void {
    this.#commit('typing')
    this.#composing = false
    if (this.#saved() === this.#html) return
    this.#release ??= setTimeout(() => {
      this.#release = null
      this.prepare()
      this.#view.settle()
      // Measures the block again, as after an image has loaded.
      this.host.dispatchEvent(new Event('load'))
    })
  }

  #paste(event: ClipboardEvent): void {
    event.preventDefault()
    event.stopPropagation()
    const html = event.clipboardData?.getData('text/html') ?? ''
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (html !== '') {
      withPaste(this.#services, ({ pastedText }) => this.#insertPasted(text, () => pastedText(this.#services, html)))
    } else if (text !== '') this.#insertPasted(text, () => null)
  }

  /** Inserts pasted content at the caret's current position, which may have moved while the paste module was loaded. */
  #insertPasted(text: string, content: () => DocumentFragment | null): void {
    const range = this.#range()
    if (!range) return
    try {
      const fragment = content() ?? plainFragment(text, this.host.ownerDocument)
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

  /** Writes the text to the deck. A new word or another kind of change starts an undo step. */
  #commit(kind: string): void {
    const html = isBlank(this.host) && !this.#keepsPlace() ? '' : cleanHtml(this.host)
    const continued = kind === this.#lastKind || (kind === 'space' && this.#lastKind === 'typing')
    this.#lastKind = kind
    const [base, saved] = [this.#html, this.#saved()]
    if (html === base) return
    this.#html = html
    const merged = saved === null || saved === base ? html : loadedMerging()?.mergeHtml(base, html, saved)
    const change = updateBlocks(this.slideId, [this.blockId], (block) => this.#text.write(block, merged ?? html))
    const label = stepLabels[kind] ?? 'Typing'
    // A command's panel updates at once; while typing the slide is drawn first.
    const panels = kind === 'format' ? 'now' : 'after-paint'
    this.#model.apply(change, { undo: continued ? 'merge' : 'step', label, key: `text ${this.blockId}`, panels })
  }

  /** Whether the empty text shows a placeholder: its paragraph type is kept. */
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
    this.#select(caretIn(caret.node, caret.offset))
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
