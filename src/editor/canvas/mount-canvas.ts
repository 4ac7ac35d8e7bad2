import { editorOf } from '../../blocks/editors.ts'
import { attachClipboard } from '../actions/clipboard.ts'
import { attachKeyboard } from '../actions/keyboard.ts'
import { deleteBlocks } from '../commands/block-commands.ts'
import { blockOf } from '../commands/find-slide.ts'
import { attachFindHighlights } from '../find/find-highlights.ts'
import { attachDeckFonts } from '../fonts/deck-fonts.ts'
import { zoomedAbout } from '../geometry/viewport.ts'
import type { Editor } from '../state/editor.ts'
import type { ImageSize } from '../state/editor-view.ts'
import { flushBeforeInput } from '../state/panel-feed.ts'
import { attachAnnouncer } from './announcer.ts'
import { attachBadges } from './block-badges.ts'
import styles from './canvas.module.css'
import { type CanvasFrame, createFrameElement, openCanvasFrame, whenCanvasPage } from './canvas-frame.ts'
import { canvasPointer } from './canvas-pointer.ts'
import { CanvasSurface } from './canvas-surface.ts'
import { attachDrops } from './drops.ts'
import { watchGrounds } from './ground-watch.ts'
import { openEditing } from './open-editing.ts'
import { watchOverflow } from './overflow-watch.ts'
import { createOverlay, type Overlay } from './overlay.ts'
import { PointerInput } from './pointer-input.ts'
import type { LiveText } from './text-session.ts'
import { attachUserGuides } from './user-guides.ts'

/** A canvas that shows and changes an editor's slide. */
export interface Canvas {
  /** Resolves when the slide is shown; rejects when its page can't be loaded, as without a network. */
  readonly ready: Promise<void>
  /** Gives the keyboard to the canvas: call it after a toolbar's button did something. */
  focus(): void
  destroy(): void
}

/**
 * Puts the canvas into an element, which should fill the room between the panels: the slide's frame, the layer above
 * it, pointer, keyboard and clipboard. It follows the editor's state by itself and needs no further calls.
 */
export function mountCanvas(stage: HTMLElement, editor: Editor): Canvas {
  stage.classList.add(styles.stage ?? '')
  const element = createFrameElement(stage)
  const overlay = createOverlay(stage)
  const ends: (() => void)[] = [() => overlay.root.remove(), () => element.remove()]
  let ended = false
  const ready = whenCanvasPage(element).then((document) => {
    if (ended) return
    const canvas = new MountedCanvas(stage, editor, overlay, openCanvasFrame(document))
    ends.unshift(() => canvas.destroy())
  })
  return {
    ready,
    focus: () => overlay.root.focus({ preventScroll: true }),
    destroy: () => {
      ended = true
      for (const end of ends) end()
      stage.classList.remove(styles.stage ?? '')
    },
  }
}

/** Loads a picture in the slide's document, whose policy allows pictures from the web as the page's own does not. */
function imageSize(document: Document, address: string): Promise<ImageSize | null> {
  return new Promise((resolve) => {
    const image = document.createElement('img')
    image.addEventListener('load', () => resolve({ width: image.naturalWidth, height: image.naturalHeight }))
    image.addEventListener('error', () => resolve(null))
    image.src = address
  })
}

class MountedCanvas {
  readonly #editor: Editor
  readonly #overlay: Overlay
  readonly #frame: CanvasFrame
  readonly #surface: CanvasSurface
  readonly #input: PointerInput
  readonly #ends: (() => void)[] = []
  #text: LiveText | null = null
  #spaceHeld = false
  #jumps = 0

  constructor(stage: HTMLElement, editor: Editor, overlay: Overlay, frame: CanvasFrame) {
    this.#editor = editor
    this.#overlay = overlay
    this.#frame = frame
    this.#jumps = editor.model.getState().jumps
    this.#surface = new CanvasSurface(editor.model, frame, overlay, stage)
    const pointer = canvasPointer({
      editor,
      surface: this.#surface,
      overlay,
      isTyping: (target) => (target !== null && this.#text?.owns(target as Node)) || false,
      isPanning: () => this.#spaceHeld,
    })
    this.#input = new PointerInput(editor.model, this.#surface, overlay.root, pointer)
    editor.view.attachCanvas({
      height: (id) => this.#surface.placed(id)?.box.height ?? 0,
      pointer: () => this.#surface.pointerOnSlide(),
      screenBox: (id) => this.#surface.screenBox(id),
      scale: () => this.#surface.placement().scale,
      element: (id) => frame.view.elementOf(id),
      imageSize: (address) => imageSize(frame.document, address),
      focus: () => overlay.root.focus({ preventScroll: true }),
    })
    this.#ends.push(() => editor.view.attachCanvas(null))
    this.#input.attach(overlay.root)
    this.#input.attach(frame.document)
    this.#on(overlay.root, 'dblclick', (event) => pointer.doubleClick(this.#input.at(event as MouseEvent)))
    this.#on(overlay.root, 'contextmenu', (event) => {
      event.preventDefault()
      pointer.openMenu(this.#input.at(event as MouseEvent))
    })
    this.#ends.push(attachKeyboard(document, editor), attachKeyboard(frame.document, editor))
    this.#ends.push(attachClipboard(document, editor), attachClipboard(frame.document, editor))
    const slidePoint = (event: DragEvent) => this.#input.at(event).slide
    this.#ends.push(attachDrops(editor, { roots: [overlay.root, frame.document], marked: overlay.root, slidePoint }))
    this.#ends.push(attachDeckFonts(frame.document, editor))
    this.#ends.push(attachAnnouncer(stage, editor.model))
    this.#ends.push(attachFindHighlights(frame.document, editor.model))
    this.#ends.push(watchOverflow(editor.model), watchGrounds(editor.model))
    this.#ends.push(flushBeforeInput(editor.view.panels, stage))
    this.#followView(stage)
    this.#ends.push(editor.model.subscribe(() => this.#refresh()))
    this.#refresh()
    this.#ends.push(attachBadges(overlay.root, editor))
    this.#ends.push(attachUserGuides(stage, editor, this.#surface))
  }

  destroy(): void {
    this.#text?.destroy()
    this.#input.destroy()
    for (const end of this.#ends) end()
  }

  #refresh(): void {
    const { editing, jumps } = this.#editor.model.getState()
    if (jumps !== this.#jumps) this.#overlay.flash()
    this.#jumps = jumps
    if (this.#text && this.#text.blockId !== editing) this.#stopTyping()
    this.#text?.prepare?.()
    this.#surface.refresh()
    if (this.#text) this.#text.refresh()
    else if (editing !== null) this.#startTyping(editing)
  }

  #startTyping(editing: string): void {
    this.#text = openEditing(this.#editor, this.#frame.view, editing)
    this.#editor.view.attachText(this.#text)
    // Only now: what it does at its beginning changes the editor's state, and brings us here again.
    if (this.#text) this.#text.begin()
    else this.#editor.model.stopEditing()
  }

  #stopTyping(): void {
    const session = this.#text
    this.#text = null
    this.#editor.view.attachText(null)
    session?.destroy()
    this.#overlay.root.focus({ preventScroll: true })
    if (session) this.#dropEmpty(session)
  }

  /** A text box that is left without text would be there and not be seen. Not while undone work could be lost by it. */
  #dropEmpty({ slideId, blockId }: LiveText): void {
    const { deck, redoLabel } = this.#editor.model.getState()
    const block = blockOf(deck.slides[slideId], blockId)
    const description = block && editorOf(block.type)
    if (redoLabel !== null || !description?.startsTyping || description.text?.read(block!) !== '') return
    this.#editor.model.apply(deleteBlocks(slideId, [blockId]), { undo: 'step', label: 'Remove empty text' })
  }

  /** Everything that moves the slide on the screen, or changes what its content measures. */
  #followView(stage: HTMLElement): void {
    const sizes = new ResizeObserver(() => this.#surface.resized())
    sizes.observe(stage)
    this.#ends.push(() => sizes.disconnect())
    this.#on(this.#frame.document.fonts, 'loadingdone', () => this.#surface.forgetMeasures())
    // Pictures report to nobody but themselves, unless one listens on the way down.
    this.#on(this.#frame.document, 'load', () => this.#surface.forgetMeasures(), { capture: true })
    for (const target of [this.#overlay.root, this.#frame.document]) {
      this.#on(target, 'wheel', (event) => this.#wheel(event as WheelEvent, stage), { passive: false })
    }
    this.#on(document, 'keydown', (event) => this.#space(event as KeyboardEvent, true))
    this.#on(document, 'keyup', (event) => this.#space(event as KeyboardEvent, false))
    this.#on(window, 'blur', () => {
      this.#spaceHeld = false
    })
  }

  #space(event: KeyboardEvent, down: boolean): void {
    if (event.code !== 'Space' || (down && event.target !== this.#overlay.root)) return
    this.#spaceHeld = down
    if (down) event.preventDefault()
  }

  /** With Ctrl or Command (and by pinching a touchpad) zooms about the pointer; else pushes a zoomed slide about. */
  #wheel(event: WheelEvent, stage: HTMLElement): void {
    const { viewport } = this.#editor.model.getState()
    const size = { width: stage.clientWidth, height: stage.clientHeight }
    const placement = this.#surface.placement()
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      const factor = Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) * 0.01)
      const at = this.#input.at(event).screen
      this.#editor.model.show({
        viewport: zoomedAbout(at, placement.scale * factor, placement, size, this.#surface.slideRect()),
      })
    } else if (viewport.zoom !== 'fit') {
      event.preventDefault()
      const { panX, panY } = viewport
      this.#editor.model.show({ viewport: { ...viewport, panX: panX - event.deltaX, panY: panY - event.deltaY } })
    }
  }

  #on(target: EventTarget, type: string, handle: (event: Event) => void, options?: AddEventListenerOptions): void {
    target.addEventListener(type, handle, options)
    this.#ends.push(() => target.removeEventListener(type, handle, options))
  }
}
