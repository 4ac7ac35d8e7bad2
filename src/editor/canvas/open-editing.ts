import type { BlockEditing, EditingEntry, EditingModule, EditingPlace, InPlaceText } from '../../blocks/block-editor.ts'
import { editorOf } from '../../blocks/find-editor.ts'
import type { Block, BlockId, SlideId } from '../../document/deck-model.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import { blockOf } from '../commands/find-slide.ts'
import type { Mark } from '../history/history.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { TextCommand } from '../state/text-format.ts'
import type { SlideView } from './slide-view.ts'
import { type LiveText, openPartText, openTextSession } from './text-session.ts'

/** The module that edits a block in place, if it is not loaded yet. */
export function missingEditing(model: EditorModel, blockId: BlockId): EditingModule<unknown> | null {
  const block = blockOf(model.slide(), blockId)
  const editing = block && editorOf(block.type)?.editing
  return editing && !editing.loaded() ? editing : null
}

/**
 * Starts the in-place editing of a block. Its type decides how: as text, in an editor of its own on the slide, or in a
 * popover that the page shows. Null if there is nothing to edit.
 */
export function openEditing(editor: Editor, view: SlideView, blockId: BlockId): LiveText | null {
  const block = blockOf(editor.model.slide(), blockId)
  const description = block && editorOf(block.type)
  const open = description?.editing?.loaded()
  if (open) return new OwnEditing(editor, view, block!, open)
  if (description?.popover) return popoverSession(editor.model, blockId)
  return openTextSession(editor, view, blockId)
}

/** The editing session of a block that is edited in a popover. It changes nothing on the slide. */
function popoverSession(model: EditorModel, blockId: BlockId): LiveText {
  const nothing = (): void => {}
  const { slideId } = model.getState()
  return {
    blockId,
    slideId,
    owns: () => false,
    begin: nothing,
    focus: nothing,
    run: nothing,
    prepare: nothing,
    destroy: nothing,
  }
}

/** The in-place editor of a block type. At most one text of the block is being edited in it. */
class OwnEditing implements LiveText, EditingPlace<unknown> {
  readonly blockId: BlockId
  readonly slideId: SlideId
  readonly entry: EditingEntry
  readonly #editor: Editor
  readonly #view: SlideView
  readonly #editing: BlockEditing
  #text: LiveText | null = null
  #mark: Mark | null = null
  #shown: Block

  constructor(editor: Editor, view: SlideView, block: Block, open: (place: EditingPlace<unknown>) => BlockEditing) {
    this.blockId = block.id
    this.slideId = editor.model.getState().slideId
    this.entry = editor.model.editingEntry()
    this.#editor = editor
    this.#view = view
    this.#shown = block
    this.#editing = open(this)
  }

  begin(): void {
    this.#editing.begin()
  }

  owns(node: Node): boolean {
    return this.#editing.owns(node)
  }

  run(command: TextCommand): void {
    this.#text?.run(command)
  }

  selectedHtml(): string {
    return this.#text?.selectedHtml?.() ?? ''
  }

  insert(html: string): boolean {
    return this.#text?.insert?.(html) ?? false
  }

  /** Ends text editing if an undo removed the element of the text, before the block is redrawn. */
  prepare(): void {
    if (!this.#text || this.block() === this.#shown) return
    if (this.#editing.keepsTyping?.() !== false) {
      this.#text.prepare()
      return
    }
    this.#mark = null
    this.#endText()
  }

  settle(): void {
    this.#endText()
  }

  focus(): void {
    if (this.#text) this.#text.focus()
    else this.#editing.focus?.()
  }

  refresh(): void {
    const block = blockOf(this.#editor.model.getState().deck.slides[this.slideId], this.blockId)
    if (!block || block === this.#shown) return
    this.#shown = block
    this.#editing.refresh()
  }

  destroy(): void {
    this.#endText()
    this.#editing.destroy()
  }

  block(): Block {
    return blockOf(this.#editor.model.getState().deck.slides[this.slideId], this.blockId) ?? this.#shown
  }

  wrapper(): HTMLElement | null {
    return this.#view.elementOf(this.blockId)
  }

  scale(): number {
    return this.#editor.view.canvas.scale()
  }

  change(change: (block: Block) => Block, how: { readonly label: string; readonly merges?: boolean }): void {
    this.#editor.model.apply(updateBlocks(this.slideId, [this.blockId], change), {
      undo: how.merges ? 'merge' : 'step',
      label: how.label,
      key: `${how.label} ${this.blockId}`,
    })
  }

  typeInto(text: InPlaceText<unknown> | null, entry: EditingEntry): boolean {
    this.#endText()
    if (!text) return true
    this.#mark = this.#editor.model.mark()
    this.#text = openPartText(this.#editor, this.#view, this.blockId, text, entry)
    this.#text?.begin()
    return this.#text !== null
  }

  choose(part: unknown): void {
    this.#editor.model.show({ part })
  }

  part(): unknown {
    return this.#editor.model.getState().part
  }

  undo(): void {
    this.#editor.model.undo()
  }

  redo(): void {
    this.#editor.model.redo()
  }

  sanitize(html: string): string | null {
    const { services } = this.#editor
    return services.loadSanitizer() ? null : services.sanitize(html)
  }

  leave(): void {
    this.#editor.model.stopEditing()
  }

  /** Ends text editing and squashes it into one undo step. */
  #endText(): void {
    const text = this.#text
    this.#text = null
    text?.destroy()
    // The steps are not squashed after an undo, since some of the remaining steps may precede the editing.
    if (this.#mark && this.#editor.model.getState().redoLabel === null)
      this.#editor.model.squashToMark(this.#mark, 'Typing')
    this.#mark = null
  }
}
