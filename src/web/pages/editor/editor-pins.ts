import { blocks } from '../../../blocks/index.ts'
import type { Slide, SlideId } from '../../../document/deck-model.ts'
import { blockTexts, hasPinned, movePin, type Pin } from '../../../document/pins.ts'
import { renderSlide } from '../../../document/render-slide.ts'
import type { Editor } from '../../../editor/state/editor.ts'
import { pinOfSelection } from '../../../player/pinned-words.ts'
import { limits } from '../../../rules/limits.ts'
import { createStore } from '../../../ui/store.ts'
import { noteCommentRequest } from '../../features/collaboration/comment-requests.ts'
import { blockLabel, type PagePins, type PinnableBlock, type ShownPin } from '../../features/collaboration/page-pins.ts'
import { PinMarks } from './pin-marks.ts'

/** A pin on a slide. It moves with the deck of this window, ahead of the server. */
interface Held {
  readonly shown: ShownPin
  pin: Pin
}

/** Pause after a change until pins are moved, in ms: not with each key. */
const movePause = 120

/** The pins of comments in the editor. */
export class EditorPins implements PagePins {
  readonly selected = createStore<Pin | null>(null)
  readonly gone = createStore<ReadonlySet<string>>(new Set())
  readonly #editor: Editor
  readonly #marks: PinMarks
  readonly #held = new Map<string, Held>()
  readonly #texts = new Map<SlideId, { readonly slide: Slide; readonly texts: ReadonlyMap<string, string> }>()
  readonly #ends: (() => void)[]
  #current: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #wasEditing: string | null = null
  #page: Document | null = null

  constructor(editor: Editor) {
    this.#editor = editor
    this.#marks = new PinMarks(editor)
    this.#ends = [editor.model.subscribe(() => this.#onChange()), editor.view.canvases.subscribe(() => this.#listen())]
    this.#listen()
    this.#onChange()
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const end of this.#ends) end()
    this.#unlisten()
    this.#marks.close()
  }

  #listen(): void {
    this.#unlisten()
    this.#page = this.#editor.view.canvas.section()?.ownerDocument ?? null
    this.#page?.addEventListener('selectionchange', this.#readSelection)
    this.#page?.addEventListener('keydown', noteCommentRequest, true)
  }

  #unlisten(): void {
    this.#page?.removeEventListener('selectionchange', this.#readSelection)
    this.#page?.removeEventListener('keydown', noteCommentRequest, true)
  }

  #onChange(): void {
    this.#readSelection()
    this.#marks.redraw()
    this.#timer ??= setTimeout(() => this.#move(), movePause)
  }

  readonly #readSelection = (): void => {
    const { editing, selection } = this.#editor.model.getState()
    const [block, ...others] = selection
    const before = this.selected.get()
    const wasEditing = this.#wasEditing
    this.#wasEditing = editing
    if (block === undefined || others.length > 0) {
      this.selected.set(null)
      return
    }
    const words = editing === null ? null : pinOfSelection(this.#page?.getSelection() ?? null, limits.comment.quote)
    // Going to the form of comments ends the editing: the words stay what is meant.
    const stays = editing === null && before?.block === block && (wasEditing === null || before.quote !== '')
    if (!stays) this.selected.set(words ?? { block, quote: '', offset: 0 })
  }

  #textsOf(id: SlideId): ReadonlyMap<string, string> {
    const slide = this.#editor.model.getState().deck.slides[id]
    const known = this.#texts.get(id)
    if (!slide) return new Map()
    if (known?.slide === slide) return known.texts
    const texts = blockTexts(renderSlide(slide, blocks))
    this.#texts.set(id, { slide, texts })
    for (const held of this.#held.values()) {
      const [before, after] = [known?.texts.get(held.pin.block), texts.get(held.pin.block)]
      if (held.shown.slideId !== id || before === undefined || after === undefined) continue
      held.pin = movePin(held.pin, before, after, limits.comment.quote)
    }
    return texts
  }

  /** Moves the pins with the deck, and draws them. */
  #move(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const gone = new Set<string>()
    for (const [key, { shown }] of this.#held) {
      const texts = this.#textsOf(shown.slideId)
      const { pin } = this.#held.get(key) ?? { pin: shown.pin }
      if (!hasPinned(texts, pin)) gone.add(key)
    }
    const before = this.gone.get()
    if (gone.size !== before.size || [...gone].some((key) => !before.has(key))) this.gone.set(gone)
    const { slideId } = this.#editor.model.getState()
    const drawn = [...this.#held].filter(([key, { shown }]) => shown.slideId === slideId && !gone.has(key))
    this.#marks.show(
      drawn.map(([key, { pin }]) => ({ key, pin })),
      this.#current,
    )
  }

  show(pins: readonly ShownPin[], current: string | null): void {
    this.#current = current
    const keys = new Set(pins.map(({ key }) => key))
    for (const key of this.#held.keys()) if (!keys.has(key)) this.#held.delete(key)
    for (const shown of pins) {
      const held = this.#held.get(shown.key)
      // The server's own pin counts when it is another one; else that of this window, which may be ahead.
      if (!held || !samePin(held.shown.pin, shown.pin)) this.#held.set(shown.key, { shown, pin: shown.pin })
    }
    this.#move()
  }

  async blocks(): Promise<readonly PinnableBlock[]> {
    const slide = this.#editor.model.slide()
    const texts = this.#textsOf(slide.id)
    return slide.blocks
      .filter(({ frame }) => frame !== null)
      .map(({ id, type, name }) => ({
        id,
        label: blockLabel(name || (texts.get(id) ?? ''), type[0]!.toUpperCase() + type.slice(1)),
      }))
  }

  onPress(listener: (key: string) => void): () => void {
    return this.#marks.onPress(listener)
  }
}

function samePin(one: Pin, other: Pin): boolean {
  return one.block === other.block && one.quote === other.quote && one.offset === other.offset
}
