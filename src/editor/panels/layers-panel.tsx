import { type KeyboardEvent, useRef } from 'react'
import type { WindowPoint } from '../../ui/item-press.ts'
import { useItemDrag } from '../../ui/use-item-drag.ts'
import { orderBlocks, placeBlocks } from '../commands/order-commands.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { LayerLine } from './layer-line.tsx'
import { dropAt, type LayerRow, layerRows } from './layer-rows.ts'
import styles from './layers-panel.module.css'

/**
 * The slide's blocks, frontmost first: to select, rename, lock, hide and reorder, including blocks that cannot be
 * reached on the slide.
 */
export function LayersPanel() {
  const { model } = useEditorInstance()
  const blocks = useEditor(({ deck, slideId }) => deck.slides[slideId]?.blocks)
  const selection = useEditor((state) => state.selection)
  const list = useRef<HTMLUListElement>(null)
  const rows = layerRows(blocks ?? [])
  const { drag, begin } = useItemDrag<LayerRow, LayerOver>({
    touch: 'none',
    placeAt: (at, row) => overAt(rows, row, at),
    drop: (row, over) => {
      const { slideId } = model.getState()
      const place = dropAt(over.row, over.half)
      model.apply(placeBlocks(slideId, moving(row), place), { undo: 'step', label: 'Order', select: moving(row) })
    },
  })
  /** Dragging a selected row drags the whole selection. */
  const moving = (row: LayerRow) => (row.ids.every((id) => selection.includes(id)) ? selection : row.ids)
  const press = (event: KeyboardEvent, index: number, row: LayerRow) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    if (event.altKey) {
      const { slideId } = model.getState()
      const move = step > 0 ? 'backward' : 'forward'
      model.apply(orderBlocks(slideId, row.ids, move), { undo: 'step', label: 'Order', select: row.ids })
    } else list.current?.querySelectorAll<HTMLElement>('[data-layer]')[index + step]?.focus()
  }
  if (rows.length === 0) return <p className={styles.empty}>Nothing is on this slide yet.</p>
  return (
    <ul ref={list} className={styles.list} aria-label="Layers, frontmost first">
      {rows.map((row, index) => (
        <LayerLine
          key={row.key}
          row={row}
          selected={row.ids.every((id) => selection.includes(id))}
          mark={drag?.place?.row.key === row.key ? drag.place.half : null}
          onKeyDown={(event) => press(event, index, row)}
          onPointerDown={(event) => begin(event, row)}
        />
      ))}
    </ul>
  )
}

/** The half of a row under the pointer. */
interface LayerOver {
  readonly row: LayerRow
  readonly half: 'upper' | 'lower'
}

/** The row under the pointer and its half; null over the dragged row or its members, and beside the list. */
function overAt(rows: readonly LayerRow[], dragged: LayerRow, { x, y }: WindowPoint): LayerOver | null {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-row]')
  const row = rows.find((one) => one.key === element?.dataset.row)
  if (!element || !row || row.ids.every((id) => dragged.ids.includes(id))) return null
  const box = element.getBoundingClientRect()
  return { row, half: y < box.top + box.height / 2 ? 'upper' : 'lower' }
}
