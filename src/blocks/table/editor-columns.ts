import type { EditingPlace } from '../block-editor.ts'
import type { TableProps } from './block.ts'
import { moveBorder, widthsOf } from './table-edits.ts'

/**
 * Draggable lines between a table's columns, while it is edited. They are drawn over the table, outside its element.
 */
export class ColumnHandles {
  readonly #place: EditingPlace<TableProps>
  readonly #wrapper: HTMLElement
  readonly #root: HTMLElement
  #drag: { readonly column: number; readonly from: number; readonly element: HTMLElement } | null = null

  constructor(place: EditingPlace<TableProps>, wrapper: HTMLElement) {
    this.#place = place
    this.#wrapper = wrapper
    this.#root = wrapper.ownerDocument.createElement('div')
    this.#root.className = 'table-columns'
    wrapper.parentElement!.append(this.#root)
    this.#root.addEventListener('pointerdown', (event) => this.#down(event))
    this.#root.addEventListener('pointermove', (event) => this.#move(event))
    this.#root.addEventListener('pointerup', (event) => this.#up(event))
    this.#root.addEventListener('pointercancel', () => this.#stop())
  }

  owns(node: Node): boolean {
    return this.#root.contains(node)
  }

  /** Moves the lines to the current column borders. */
  follow(): void {
    const { style } = this.#root
    style.left = `${this.#wrapper.offsetLeft}px`
    style.top = `${this.#wrapper.offsetTop}px`
    style.width = `${this.#wrapper.offsetWidth}px`
    style.height = `${this.#wrapper.offsetHeight}px`
    const all = widthsOf(this.#place.block().props)
    const sum = all.reduce((total, width) => total + width, 0)
    const widths = all.slice(0, -1)
    while (this.#root.childElementCount > widths.length) this.#root.lastElementChild!.remove()
    while (this.#root.childElementCount < widths.length) this.#root.append(this.#line())
    let left = 0
    for (const [index, width] of widths.entries()) {
      left += (width / sum) * 100
      const line = this.#root.children[index] as HTMLElement
      line.style.left = `${left}%`
      line.dataset.column = String(index)
    }
  }

  destroy(): void {
    this.#root.remove()
  }

  #line(): HTMLElement {
    return this.#root.ownerDocument.createElement('div')
  }

  #down(event: PointerEvent): void {
    const element = event.target as HTMLElement
    if (element.dataset.column === undefined) return
    event.preventDefault()
    element.setPointerCapture(event.pointerId)
    this.#drag = { column: Number(element.dataset.column), from: event.clientX, element }
  }

  #move(event: PointerEvent): void {
    if (!this.#drag) return
    this.#drag.element.style.transform = `translateX(${(event.clientX - this.#drag.from) / this.#place.scale()}px)`
  }

  #up(event: PointerEvent): void {
    const drag = this.#drag
    this.#stop()
    if (!drag) return
    const by = ((event.clientX - drag.from) / this.#place.scale() / this.#wrapper.offsetWidth) * 100
    this.#place.change(
      (block) => {
        const props = moveBorder(block.props, drag.column, by)
        return props === block.props ? block : { ...block, props }
      },
      { label: 'Column width' },
    )
  }

  #stop(): void {
    if (this.#drag) this.#drag.element.style.transform = ''
    this.#drag = null
  }
}
