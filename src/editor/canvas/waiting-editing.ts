import type { EditingModule } from '../../blocks/block-editor.ts'
import type { BlockId, SlideId } from '../../document/deck-model.ts'
import type { Editor } from '../state/editor.ts'
import { loadPart } from '../state/load-part.ts'
import type { LiveText } from './text-session.ts'

/** Keys that would act on the page or the slide while the user believes to be in the block. */
const ignored = /^(?:Enter|Tab|Delete|Home|End|PageUp|PageDown|Arrow.*)$/

interface WaitingOptions {
  readonly editor: Editor
  readonly blockId: BlockId
  readonly module: EditingModule<unknown>
  /** Where keys are pressed: the page and the slide's frame. */
  readonly documents: readonly Document[]
  /** Begins the editing. `typed`: the text that was typed meanwhile. */
  opened(typed: string): void
}

/**
 * Stands for the in-place editing of a block until its module is loaded, which begins at the user's first input. Buffers
 * what is typed meanwhile. If the module cannot be loaded, shows an error and ends editing.
 */
export class WaitingEditing implements LiveText {
  readonly blockId: BlockId
  readonly slideId: SlideId
  readonly #options: WaitingOptions
  #typed = ''
  #isOver = false

  constructor(options: WaitingOptions) {
    this.blockId = options.blockId
    this.slideId = options.editor.model.getState().slideId
    this.#options = options
  }

  begin(): void {
    const { editor, documents, module, opened } = this.#options
    for (const document of documents) document.addEventListener('keydown', this.#buffer, { capture: true })
    editor.view.canvas.focus()
    loadPart(module.load()).then(
      () => {
        if (!this.#isOver) opened(this.#typed)
      },
      (error: Error) => {
        if (this.#isOver) return
        editor.services.notify(error.message, 'error')
        editor.model.stopEditing()
      },
    )
  }

  destroy(): void {
    this.#isOver = true
    for (const document of this.#options.documents)
      document.removeEventListener('keydown', this.#buffer, { capture: true })
  }

  owns(): boolean {
    return false
  }

  focus(): void {
    this.#options.editor.view.canvas.focus()
  }

  run(): void {}

  prepare(): void {}

  readonly #buffer = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Backspace') this.#typed = this.#typed.slice(0, -1)
    else if ([...event.key].length === 1) this.#typed += event.key
    else if (!ignored.test(event.key)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
}
