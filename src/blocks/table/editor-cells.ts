import type { BlockEditing, EditingEntry, EditingPlace } from '../block-editor.ts'
import type { TableProps } from './block.ts'
import { arrows, caretIsAtEdge } from './cell-caret.ts'
import { cellElement, placeOfElement } from './cell-elements.ts'
import {
  type CellPlace,
  type CellRange,
  cellAfter,
  insideTable,
  originOf,
  rangeBetween,
  rangeOf,
  samePlace,
  sameRange,
} from './cell-range.ts'
import { asCellText, asParagraphs } from './cell-text.ts'
import { copiedCells } from './copied-cells.ts'
import { ColumnHandles } from './editor-columns.ts'
import type * as PastedGrids from './pasted-grid.ts'
import { addRow, clearCells, fillCells, writeCell } from './table-edits.ts'

/** In-place editing of a table's cells, one at a time; several can be selected for common actions. */
export function editCells(place: EditingPlace<TableProps>): BlockEditing {
  return new CellEditing(place)
}

/** Reads pasted tables; null until editing of cells has loaded it, which the editor's first load leaves out. */
let grids: typeof PastedGrids | null = null

async function loadGrids(): Promise<void> {
  grids = await import('./pasted-grid.ts')
}

class CellEditing implements BlockEditing {
  readonly #place: EditingPlace<TableProps>
  readonly #ends: (() => void)[] = []
  #at: CellPlace = { row: 0, column: 0 }
  /** The structure of the table when typing began; '' while nothing is typed. */
  #form = ''
  #handles: ColumnHandles | null = null

  constructor(place: EditingPlace<TableProps>) {
    this.#place = place
  }

  begin(): void {
    const wrapper = this.#place.wrapper()
    if (!wrapper) return
    // Until it is loaded, or without it, a table is pasted into the cell as text.
    loadGrids().catch(() => undefined)
    this.#handles = new ColumnHandles(this.#place, wrapper)
    const on = <E extends Event>(type: string, handle: (event: E) => void): void => {
      wrapper.addEventListener(type, handle as EventListener, true)
      this.#ends.push(() => wrapper.removeEventListener(type, handle as EventListener, true))
    }
    on<KeyboardEvent>('keydown', (event) => this.#key(event))
    on<PointerEvent>('pointerdown', (event) => this.#down(event))
    on<PointerEvent>('pointermove', (event) => this.#drag(event))
    on<MouseEvent>('mousedown', (event) => this.#mouse(event))
    on<ClipboardEvent>('paste', (event) => this.#paste(event))
    on<ClipboardEvent>('copy', (event) => this.#copy(event))
    on<ClipboardEvent>('cut', (event) => this.#copy(event))
    const { entry } = this.#place
    const touched =
      entry.kind === 'point' ? this.#placeOf(wrapper.ownerDocument.elementFromPoint(entry.x, entry.y)) : null
    this.#go(touched ?? { row: 0, column: 0 }, entry)
  }

  owns(node: Node): boolean {
    return this.#place.wrapper()?.contains(node) === true || this.#handles?.owns(node) === true
  }

  keepsTyping(): boolean {
    return formOf(this.#props()) === this.#form
  }

  refresh(): void {
    const chosen = insideTable(this.#props(), this.#range())
    // The edited text is reopened if the table's structure has changed.
    if (this.keepsTyping()) this.#show(chosen)
    else this.#go(chosen.from, { kind: 'end' }, chosen)
  }

  destroy(): void {
    for (const end of this.#ends) end()
    this.#handles?.destroy()
    this.#mark(null)
  }

  #props(): TableProps {
    return this.#place.block().props
  }

  #range(): CellRange {
    return (this.#place.part() as CellRange | null) ?? rangeOf(this.#props(), this.#at)
  }

  #placeOf(element: Element | null): CellPlace | null {
    const wrapper = this.#place.wrapper()
    return wrapper && placeOfElement(wrapper, this.#props(), element)
  }

  /** Moves text editing to another cell. */
  #go(to: CellPlace, entry: EditingEntry, chosen?: CellRange): void {
    const at = originOf(this.#props(), to)
    this.#at = at
    this.#form = formOf(this.#props())
    const host = (wrapper: HTMLElement) => cellElement(wrapper, this.#props(), at)
    this.#place.typeInto(
      {
        read: ({ props }) => asParagraphs(props.rows[at.row]?.[at.column]?.html ?? ''),
        write: (block, html) => withProps(block, writeCell(block.props, at, asCellText(html))),
        host,
        label: `Row ${at.row + 1}, column ${at.column + 1}`,
      },
      entry,
    )
    this.#show(chosen ?? rangeOf(this.#props(), at))
  }

  #show(range: CellRange): void {
    if (!sameRange(this.#place.part() as CellRange | null, range)) this.#place.choose(range)
    this.#mark(range)
    this.#handles?.follow()
  }

  /** Marks the selected cells. */
  #mark(range: CellRange | null): void {
    const wrapper = this.#place.wrapper()
    if (!wrapper) return
    for (const cell of wrapper.querySelectorAll('[data-chosen]')) cell.removeAttribute('data-chosen')
    if (!range) return
    for (let row = range.from.row; row <= range.to.row; row++) {
      for (let column = range.from.column; column <= range.to.column; column++)
        cellElement(wrapper, this.#props(), { row, column })?.setAttribute('data-chosen', '')
    }
  }

  #isMany(): boolean {
    return !sameRange(this.#range(), rangeOf(this.#props(), this.#at))
  }

  #key(event: KeyboardEvent): void {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || !this.#move(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  #move(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event
    if (key === 'Tab') return this.#step(shiftKey ? -1 : 1)
    if (key === 'Enter' && !shiftKey) return this.#goDown()
    if ((key === 'Delete' || key === 'Backspace') && this.#isMany()) return this.#clear()
    const by = arrows[key]
    const wrapper = this.#place.wrapper()
    const host = wrapper && cellElement(wrapper, this.#props(), this.#at)
    if (!by || !host || !(this.#isMany() || caretIsAtEdge(host, by))) return false
    if (!shiftKey) {
      const to = cellAfter(this.#props(), this.#at, by)
      if (to) this.#go(to, { kind: 'end' })
      return to !== null
    }
    const to = cellAfter(this.#props(), this.#far(), by)
    if (to) this.#show(rangeBetween(this.#props(), this.#at, to))
    return true
  }

  /** The corner of the selection opposite the edited cell. */
  #far(): CellPlace {
    const { from, to } = this.#range()
    return {
      row: from.row < this.#at.row ? from.row : to.row,
      column: from.column < this.#at.column ? from.column : to.column,
    }
  }

  /** Moves to the next (or previous) cell; after the last one a row is added. */
  #step(by: 1 | -1): boolean {
    const places = this.#props().rows.flatMap((row, r) =>
      row.flatMap((cell, c) => (cell ? [{ row: r, column: c }] : [])),
    )
    const next = places[places.findIndex((place) => samePlace(place, this.#at)) + by]
    if (next) this.#go(next, { kind: 'all' })
    else if (by === 1) this.#addLastRow(0)
    return true
  }

  #goDown(): boolean {
    const next = cellAfter(this.#props(), this.#at, [1, 0])
    if (next) this.#go(next, { kind: 'all' })
    else this.#addLastRow(this.#at.column)
    return true
  }

  #addLastRow(column: number): void {
    const at = this.#props().rows.length
    this.#change((props) => addRow(props, at), 'Add row')
    this.#go({ row: Math.min(at, this.#props().rows.length - 1), column }, { kind: 'end' })
  }

  #clear(): boolean {
    const range = this.#range()
    this.#change((props) => clearCells(props, range), 'Clear cells')
    this.#go(this.#at, { kind: 'end' }, range)
    return true
  }

  /** Changes the table as a whole: ends text editing first, so that each is an undo step of its own. */
  #change(change: (props: TableProps) => TableProps, label: string): void {
    this.#place.typeInto(null, { kind: 'end' })
    this.#form = ''
    this.#place.change((block) => withProps(block, change(block.props)), { label })
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return
    const to = this.#placeOf(event.target as Element)
    if (!to) return
    if (event.shiftKey) {
      event.preventDefault()
      this.#show(rangeBetween(this.#props(), this.#at, to))
    } else if (!samePlace(to, this.#at)) this.#go(to, { kind: 'point', x: event.clientX, y: event.clientY })
    else if (this.#isMany()) this.#show(rangeOf(this.#props(), this.#at))
  }

  /** With Shift, cells are selected instead of text; outside the cells there is nothing to edit. */
  #mouse(event: MouseEvent): void {
    if (event.shiftKey || !this.#placeOf(event.target as Element)) event.preventDefault()
  }

  #drag(event: PointerEvent): void {
    if (event.buttons !== 1) return
    const document = this.#place.wrapper()?.ownerDocument
    const to = this.#placeOf(document?.elementFromPoint(event.clientX, event.clientY) ?? null)
    if (!to || (samePlace(to, this.#at) && !this.#isMany())) return
    event.preventDefault()
    document?.getSelection()?.collapseToEnd()
    this.#show(rangeBetween(this.#props(), this.#at, to))
  }

  #paste(event: ClipboardEvent): void {
    const html = event.clipboardData?.getData('text/html') ?? ''
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const clean = html === '' ? null : this.#place.sanitize(html)
    const grid = grids && ((clean === null ? null : grids.gridOfHtml(clean)) ?? grids.gridOfText(text))
    if (!grids || !grid || (grid.rows.length === 1 && grid.rows[0]!.length === 1)) return
    event.preventDefault()
    event.stopPropagation()
    const { from } = this.#range()
    const texts = grids.textsOf(grid)
    this.#change((props) => fillCells(props, from, texts), 'Paste')
    this.#go(from, { kind: 'end' })
  }

  #copy(event: ClipboardEvent): void {
    if (!this.#isMany() || !event.clipboardData) return
    const { from, to } = this.#range()
    const rows = this.#props().rows.slice(from.row, to.row + 1)
    const { html, text } = copiedCells({ rows: rows.map((row) => row.slice(from.column, to.column + 1)) })
    event.clipboardData.setData('text/html', html)
    event.clipboardData.setData('text/plain', text)
    event.preventDefault()
    event.stopPropagation()
    if (event.type === 'cut') this.#clear()
  }
}

function withProps<B extends { readonly props: TableProps }>(block: B, props: TableProps): B {
  return props === block.props ? block : { ...block, props }
}

/** The structure of a table: while it is equal, a cell's element still belongs to the same cell. */
function formOf({ rows, widths, headerRow, headerColumn }: TableProps): string {
  const cells = rows.map((row) => row.map((cell) => (cell ? `${cell.columns}x${cell.rows}` : '-')).join(' '))
  return `${headerRow} ${headerColumn} ${widths.length} ${cells.join('|')}`
}
