import { type PointerEvent, useState } from 'react'
import { dropAt, type LayerDrop, type LayerRow } from './layer-rows.ts'

/** The half of a row over which something is dragged. */
export interface LayerOver {
  readonly row: LayerRow
  readonly half: 'upper' | 'lower'
}

/** How far the pointer must go, in px, before a press is a drag. */
const threshold = 4

/** Dragging rows of the list of layers: which half of which row would be dropped on, and `drop` at the end of it. Escape gives up. */
export function useLayerDrag(rows: readonly LayerRow[], drop: (row: LayerRow, place: LayerDrop) => void) {
  const [over, setOver] = useState<LayerOver | null>(null)
  const begin = (press: PointerEvent, row: LayerRow): void => {
    if (press.button !== 0 || press.pointerType === 'touch') return
    const from = press.clientY
    let target: LayerOver | null = null
    let dragging = false
    const move = (event: globalThis.PointerEvent): void => {
      dragging ||= Math.abs(event.clientY - from) > threshold
      if (!dragging) return
      target = overAt(rows, row, event.clientX, event.clientY)
      setOver(target)
    }
    const end = (): void => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', key, true)
      setOver(null)
    }
    const up = (): void => {
      end()
      if (dragging && target) drop(row, dropAt(target.row, target.half))
    }
    const key = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape' || !dragging) return
      event.preventDefault()
      event.stopImmediatePropagation()
      end()
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', end)
    window.addEventListener('keydown', key, true)
  }
  return { over, begin }
}

/** The row under the pointer and its half; null over the dragged one itself, what is in it, and beside the list. */
function overAt(rows: readonly LayerRow[], dragged: LayerRow, x: number, y: number): LayerOver | null {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-row]')
  const row = rows.find((one) => one.key === element?.dataset.row)
  if (!element || !row || row.ids.every((id) => dragged.ids.includes(id))) return null
  const box = element.getBoundingClientRect()
  return { row, half: y < box.top + box.height / 2 ? 'upper' : 'lower' }
}
