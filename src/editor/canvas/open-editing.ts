import type { BlockEditing, EditingEntry, EditingPlace, InPlaceText } from '../../blocks/block-editor.ts'
import { editorOf } from '../../blocks/editors.ts'
import type { Block, BlockId, SlideId } from '../../document/types.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import { blockOf } from '../commands/find-slide.ts'
import type { Mark } from '../history/history.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { TextCommand } from '../state/text-format.ts'
import type { SlideView } from './slide-view.ts'
import { type LiveText, openPartText, openTextSession } from './text-session.ts'

/**
 * Begins the editing of a block in place, in the way of its type: its text, something of its own on the slide, or a
 * window beside it, which the page shows by itself. Null when there is nothing to edit.
 */
export function openEditing(editor: Editor, view: SlideView, blockId: BlockId): LiveText | null {
  const block = blockOf(editor.model.slide(), blockId)
  const description = block && editorOf(block.type)
  if (description?.editing) return new OwnEditing(editor, view, block!, description.editing)
  if (description?.popover) return besideBlock(editor.model, blockId)
  return openTextSession(editor, view, blockId)
}

/** The slide's side of a window beside the block: there is nothing on the slide itself. */
function besideBlock(model: EditorModel, blockId: BlockId): LiveText {
  const nothing = (): void => {}
  const { slideId } = model.getState()
  return {
    blockId,
    slideId,
    owns: () => false,
    begin: nothing,
    focus: nothing,
    run: nothing,
    refresh: nothing,
    destroy: nothing,
  }
}

/** An editing of the block's own, with at most one of its texts being typed into. */
class OwnEditing implements LiveText, EditingPlace<unknown> {
  readonly blockId: BlockId
  readonly slideId: SlideId
  readonly entry: EditingEntry
  readonly #editor: Editor
  readonly #view: SlideView
  readonly #editing: BlockEditing
  #text: LiveText | null = null
  #visit: Mark | null = null
  #known: Block

  constructor(editor: Editor, view: SlideView, block: Block, open: (place: EditingPlace<unknown>) => BlockEditing) {
    this.blockId = block.id
    this.slideId = editor.model.getState().slideId
    this.entry = editor.model.editingEntry()
    this.#editor = editor
    this.#view = view
    this.#known = block
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

  /** What a text stands in may be gone with an undone step, and nothing could be drawn around it. */
  prepare(): void {
    if (!this.#text || this.block() === this.#known || this.#editing.keepsTyping?.() !== false) return
    this.#visit = null
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
    if (!block || block === this.#known) return
    this.#known = block
    this.#text?.refresh()
    this.#editing.refresh()
  }

  destroy(): void {
    this.#endText()
    this.#editing.destroy()
  }

  block(): Block {
    return blockOf(this.#editor.model.getState().deck.slides[this.slideId], this.blockId) ?? this.#known
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
    this.#visit = this.#editor.model.mark()
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

  sanitize(html: string): string {
    return this.#editor.services.sanitize(html)
  }

  leave(): void {
    this.#editor.model.stopEditing()
  }

  /** Ends the typing into a text; what was typed there becomes one step. */
  #endText(): void {
    const text = this.#text
    this.#text = null
    text?.destroy()
    // After an undo the steps stay as they are: some of them may be from before the visit.
    if (this.#visit && this.#editor.model.getState().redoLabel === null)
      this.#editor.model.squashToMark(this.#visit, 'Typing')
    this.#visit = null
  }
}
