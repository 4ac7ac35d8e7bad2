import { type DragEvent, useState } from 'react'

/** Props of an element that takes dropped files. `take` null: it takes none. */
export function useFileDrop(take: ((files: readonly File[]) => void) | null) {
  const [isOver, setOver] = useState(false)
  if (!take) return {}
  return {
    'data-dropping': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (event.dataTransfer.files.length === 0) return
      event.preventDefault()
      setOver(false)
      take([...event.dataTransfer.files])
    },
  }
}
