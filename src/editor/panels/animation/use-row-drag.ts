import { type PointerEvent, type RefObject, useRef, useState } from 'react'

/** A row of a list on its way to another place. */
export interface RowDrag {
  /** The row that is dragged, and the one it would take the place of; null while nothing is. */
  readonly dragged: number | null
  readonly over: number | null
  /** What makes an element the grip of a row. */
  gripProps(index: number): {
    onPointerDown(event: PointerEvent): void
    onPointerMove(event: PointerEvent): void
    onPointerUp(event: PointerEvent): void
    onPointerCancel(): void
  }
}

/** Lets the rows of a list (its children) be dragged up and down by their grips. */
export function useRowDrag(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void): RowDrag {
  const [rows, setRows] = useState<{ readonly from: number; readonly to: number } | null>(null)
  const moved = useRef(false)
  const rowAt = (y: number): number => {
    const children = [...(list.current?.children ?? [])]
    const index = children.findIndex((child) => y < child.getBoundingClientRect().bottom)
    return index < 0 ? children.length - 1 : index
  }
  const gripProps = (index: number): ReturnType<RowDrag['gripProps']> => ({
    onPointerDown: (event) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      moved.current = false
      setRows({ from: index, to: index })
    },
    onPointerMove: (event) => {
      if (!rows) return
      moved.current = true
      const to = rowAt(event.clientY)
      if (to !== rows.to) setRows({ ...rows, to })
    },
    onPointerUp: () => {
      if (rows && moved.current) onMove(rows.from, rows.to)
      setRows(null)
    },
    onPointerCancel: () => setRows(null),
  })
  const over = rows && rows.to !== rows.from ? rows.to : null
  return { dragged: rows?.from ?? null, over, gripProps }
}
