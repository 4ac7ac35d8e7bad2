import type { Pin } from '../../../document/pins.ts'
import type { Editor } from '../../../editor/state/editor.ts'
import { rangeOfPin } from '../../../player/pinned-words.ts'
import styles from './pin-marks.module.css'

/** A pin on the shown slide. */
interface DrawnPin {
  readonly key: string
  readonly pin: Pin
}

/** The highlights in the canvas's document. */
const names = { all: 'comment-pin', current: 'comment-pin-current' }
/** Half transparent, so that they suit light and dark slides. */
const highlightStyles = `
::highlight(${names.all}) { background-color: rgb(255 193 7 / 0.3); }
::highlight(${names.current}) { background-color: rgb(255 160 0 / 0.6); }
`
/** Size of a mark and its distance from the edge of the canvas, in px. */
const markSize = 28
const margin = 4

/** Draws the pins of comments on the canvas: highlighted words, and a button at each block with any. */
export class PinMarks {
  readonly #editor: Editor
  readonly #layer = document.createElement('div')
  readonly #style = document.createElement('style')
  readonly #buttons = new Map<string, HTMLButtonElement>()
  readonly #listeners = new Set<(key: string) => void>()
  readonly #sizes = new ResizeObserver(() => this.redraw())
  #pins: readonly DrawnPin[] = []
  #current: string | null = null
  #frame = 0

  constructor(editor: Editor) {
    this.#editor = editor
    this.#layer.className = styles.layer ?? ''
    this.#style.textContent = highlightStyles
  }

  show(pins: readonly DrawnPin[], current: string | null): void {
    this.#pins = pins
    this.#current = current
    this.redraw()
  }

  /** Draws them again after a change of the deck or the view, in the next frame: once the canvas is drawn. */
  redraw(): void {
    if (this.#pins.length === 0 && this.#buttons.size === 0 && !this.#style.isConnected) return
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(() => {
      this.#drawWords()
      this.#drawButtons()
    })
  }

  onPress(listener: (key: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    cancelAnimationFrame(this.#frame)
    this.#pins = []
    this.#drawWords()
    this.#sizes.disconnect()
    this.#layer.remove()
  }

  #drawWords(): void {
    const page = this.#editor.view.canvas.section()?.ownerDocument
    const view = page?.defaultView as (Window & typeof globalThis) | null | undefined
    const registry = view && 'highlights' in view.CSS ? view.CSS.highlights : null
    if (!page || !view || !registry) return
    for (const name of Object.values(names)) registry.delete(name)
    const ranges = this.#pins.flatMap(({ key, pin }) => {
      const element = this.#editor.view.canvas.element(pin.block)
      const range = element && rangeOfPin(element, pin)
      return range ? [{ range, isCurrent: key === this.#current }] : []
    })
    if (ranges.length === 0) {
      this.#style.remove()
      return
    }
    if (this.#style.ownerDocument !== page || !this.#style.isConnected) page.head.append(this.#style)
    registry.set(names.all, new view.Highlight(...ranges.map(({ range }) => range)))
    const current = ranges.filter(({ isCurrent }) => isCurrent).map(({ range }) => range)
    if (current.length > 0) registry.set(names.current, new view.Highlight(...current))
  }

  #drawButtons(): void {
    const { gesture } = this.#editor.model.getState()
    const stage = this.#editor.view.canvas.section()?.ownerDocument.defaultView?.frameElement?.parentElement
    const byBlock = Map.groupBy(gesture === null && stage ? this.#pins : [], ({ pin }) => pin.block)
    for (const [block, button] of this.#buttons) {
      if (byBlock.has(block)) continue
      button.remove()
      this.#buttons.delete(block)
    }
    if (!stage || byBlock.size === 0) return
    if (this.#layer.parentElement !== stage) {
      stage.append(this.#layer)
      this.#sizes.observe(stage)
    }
    for (const [block, pins] of byBlock) this.#drawButton(stage, block, pins)
  }

  #drawButton(stage: HTMLElement, block: string, pins: readonly DrawnPin[]): void {
    const box = this.#editor.view.canvas.screenBox(block)
    const button = this.#buttons.get(block) ?? this.#newButton(block)
    button.hidden = box === null
    if (!box) return
    button.textContent = String(pins.length)
    button.setAttribute('aria-label', `${pins.length} ${pins.length === 1 ? 'comment' : 'comments'} on this`)
    button.toggleAttribute(
      'data-current',
      pins.some(({ key }) => key === this.#current),
    )
    const within = (value: number, size: number) => Math.max(margin, Math.min(value, size - markSize - margin))
    const x = within(box.x + box.width + margin, stage.clientWidth)
    const y = within(box.y - markSize / 2, stage.clientHeight)
    Object.assign(button.style, { left: `${Math.round(x)}px`, top: `${Math.round(y)}px` })
  }

  #newButton(block: string): HTMLButtonElement {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = styles.mark ?? ''
    button.addEventListener('click', () => {
      const found = this.#pins.find(({ pin }) => pin.block === block)
      if (found) for (const listener of this.#listeners) listener(found.key)
    })
    this.#buttons.set(block, button)
    this.#layer.append(button)
    return button
  }
}
