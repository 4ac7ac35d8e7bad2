import type { EditingModule } from '../../blocks/block-editor.ts'
import { editorOf } from '../../blocks/find-editor.ts'
import { attachKeyboard } from '../actions/attach-keyboard.ts'
import { attachClipboard } from '../actions/clipboard.ts'
import { deleteBlocks } from '../commands/block-commands.ts'
import { blockOf } from '../commands/find-slide.ts'
import { attachFindHighlights } from '../find/attach-find-highlights.ts'
import { attachDeckFonts } from '../fonts/deck-fonts.ts'
import type { Point } from '../geometry/point.ts'
import { toSlide, zoomedAround } from '../geometry/viewport.ts'
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
import { missingEditing, openEditing } from './open-editing.ts'
import { watchOverflow } from './overflow-watch.ts'
import { createOverlay, type Overlay } from './overlay.ts'
import { PointerInput } from './pointer-input.ts'
import type { LiveText } from './text-session.ts'
import { watchTones } from './tone-watch.ts'
import { attachUserGuides } from './user-guides.ts'
import { WaitingEditing } from './waiting-editing.ts'

/** A mounted canvas, which shows and edits the current slide. */
export interface Canvas {
  /** Resolves when the slide is shown. Rejects if its page cannot be loaded, for example offline. */
  readonly ready: Promise<void>
  /** Focuses the canvas, after a toolbar's button was used. */
  focus(): void
  destroy(): void
}

/**
 * Mounts the canvas in an element that fills the room between the panels: the slide's frame, the overlay, pointer,
 * keyboard and clipboard. It subscribes to the editor's state.
 */
export function mountCanvas(stage: HTMLElement, editor: Editor): Canvas {
  stage.classList.add(styles.stage ?? '')
  const element = createFrameElement(stage)
  const overlay = createOverlay(stage)
  const cleanups: (() => void)[] = [() => overlay.root.remove(), () => element.remove()]
  let ended = false
  const ready = whenCanvasPage(element).then((document) => {
    if (ended) return
    const canvas = new MountedCanvas(stage, editor, overlay, openCanvasFrame(document))
    cleanups.unshift(() => canvas.destroy())
  })
  return {
    ready,
    focus: () => overlay.root.focus({ preventScroll: true }),
    destroy: () => {
      ended = true
      for (const cleanup of cleanups) cleanup()
      stage.classList.remove(styles.stage ?? '')
    },
  }
}

/** Loads a picture in the slide's document, whose CSP allows https pictures, unlike the page's. */
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
  readonly #cleanups: (() => void)[] = []
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
      slidePoint: (at) => this.#slidePoint(stage, at),
      screenBox: (id) => this.#surface.screenBox(id),
      scale: () => this.#surface.placement().scale,
      element: (id) => frame.view.elementOf(id),
      section: () => frame.view.section,
      imageSize: (address) => imageSize(frame.document, address),
      focus: () => overlay.root.focus({ preventScroll: true }),
    })
    this.#cleanups.push(() => editor.view.attachCanvas(null))
    this.#input.attach(overlay.root)
    this.#input.attach(frame.document)
    this.#on(overlay.root, 'dblclick', (event) => pointer.doubleClick(this.#input.at(event as MouseEvent)))
    this.#on(overlay.root, 'contextmenu', (event) => {
      event.preventDefault()
      pointer.openMenu(this.#input.at(event as MouseEvent))
    })
    this.#cleanups.push(attachKeyboard(document, editor), attachKeyboard(frame.document, editor))
    this.#cleanups.push(attachClipboard(document, editor), attachClipboard(frame.document, editor))
    const slidePoint = (event: DragEvent) => this.#input.at(event).slide
    this.#cleanups.push(
      attachDrops(editor, { roots: [overlay.root, frame.document], marked: overlay.root, slidePoint }),
    )
    this.#cleanups.push(attachDeckFonts(frame.document, editor))
    this.#cleanups.push(attachAnnouncer(stage, editor.model))
    this.#cleanups.push(attachFindHighlights(frame.document, editor.model))
    this.#cleanups.push(watchOverflow(editor.model), watchTones(editor.model))
    this.#cleanups.push(flushBeforeInput(editor.view.panels, stage))
    this.#followView(stage)
    this.#cleanups.push(editor.model.subscribe(() => this.#refresh()))
    this.#refresh()
    this.#cleanups.push(attachBadges(overlay.root, editor))
    this.#cleanups.push(attachUserGuides(stage, editor, this.#surface))
  }

  #slidePoint(stage: HTMLElement, at: Point): Point | null {
    const { left, top, right, bottom } = stage.getBoundingClientRect()
    if (at.x < left || at.x > right || at.y < top || at.y > bottom) return null
    return toSlide({ x: at.x - left, y: at.y - top }, this.#surface.placement())
  }

  destroy(): void {
    this.#text?.destroy()
    this.#input.destroy()
    for (const cleanup of this.#cleanups) cleanup()
  }

  #refresh(): void {
    const { editing, jumps } = this.#editor.model.getState()
    if (jumps !== this.#jumps) this.#overlay.flash()
    this.#jumps = jumps
    if (this.#text && this.#text.blockId !== editing) this.#stopTyping()
    this.#text?.prepare()
    this.#surface.refresh()
    if (this.#text) this.#text.refresh?.()
    else if (editing !== null) this.#startTyping(editing)
  }

  #startTyping(editing: string): void {
    const missing = missingEditing(this.#editor.model, editing)
    this.#begin(missing ? this.#waitingFor(missing, editing) : openEditing(this.#editor, this.#frame.view, editing))
  }

  #begin(text: LiveText | null): void {
    this.#text = text
    this.#editor.view.attachText(text)
    // This comes after attachText, because begin() changes the editor's state, which calls #refresh again.
    if (text) text.begin()
    else this.#editor.model.stopEditing()
  }

  #waitingFor(module: EditingModule<unknown>, blockId: string): LiveText {
    const waiting = new WaitingEditing({
      editor: this.#editor,
      blockId,
      module,
      documents: [document, this.#frame.document],
      opened: (typed) => {
        waiting.destroy()
        this.#begin(openEditing(this.#editor, this.#frame.view, blockId))
        // Into the focused field or text, as if it was typed now.
        if (typed !== '') this.#frame.document.execCommand('insertText', false, typed)
      },
    })
    return waiting
  }

  #stopTyping(): void {
    const session = this.#text
    this.#text = null
    this.#editor.view.attachText(null)
    session?.destroy()
    this.#overlay.root.focus({ preventScroll: true })
    if (session) this.#dropEmpty(session)
  }

  /**
   * Deletes a text block left empty, since it would be invisible. Keeps the block if there is an action to redo,
   * because the deletion would discard the redo steps.
   */
  #dropEmpty({ slideId, blockId }: LiveText): void {
    const { deck, redoLabel } = this.#editor.model.getState()
    const block = blockOf(deck.slides[slideId], blockId)
    const description = block && editorOf(block.type)
    if (redoLabel !== null || !description?.startsTyping || description.text?.read(block!) !== '') return
    this.#editor.model.apply(deleteBlocks(slideId, [blockId]), { undo: 'step', label: 'Remove empty text' })
  }

  /** Redraws after anything that moves the slide on the screen or changes measurements. */
  #followView(stage: HTMLElement): void {
    const sizes = new ResizeObserver(() => this.#surface.resized())
    sizes.observe(stage)
    this.#cleanups.push(() => sizes.disconnect())
    this.#on(this.#frame.document.fonts, 'loadingdone', () => this.#surface.forgetMeasures())
    // Load events of pictures do not bubble: only a capture listener gets them.
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

  /** With Ctrl or Command (and when pinching a touchpad) zooms around the pointer, else pans a zoomed slide. */
  #wheel(event: WheelEvent, stage: HTMLElement): void {
    const { viewport } = this.#editor.model.getState()
    const size = { width: stage.clientWidth, height: stage.clientHeight }
    const placement = this.#surface.placement()
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      const factor = Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) * 0.01)
      const at = this.#input.at(event).screen
      this.#editor.model.show({
        viewport: zoomedAround(at, placement.scale * factor, placement, size, this.#surface.slideRect()),
      })
    } else if (viewport.zoom !== 'fit') {
      event.preventDefault()
      const { panX, panY } = viewport
      this.#editor.model.show({ viewport: { ...viewport, panX: panX - event.deltaX, panY: panY - event.deltaY } })
    }
  }

  #on(target: EventTarget, type: string, handle: (event: Event) => void, options?: AddEventListenerOptions): void {
    target.addEventListener(type, handle, options)
    this.#cleanups.push(() => target.removeEventListener(type, handle, options))
  }
}
