import { useRef } from 'react'
import type { Move } from '../../../player/messages.ts'
import styles from './slides.module.css'
import { moveOfFinger } from './swipe.ts'

/** Lies over the slide on phones and tablets: a tap goes on, or back at its left; a swipe turns the page. */
export function FingerLayer({ onMove }: { onMove: (to: Move) => void }) {
  const start = useRef<{ id: number; x: number; y: number } | null>(null)
  return (
    <div
      className={styles.finger}
      data-finger-layer
      onPointerDown={(event) => {
        // A second finger means something else (zooming), and ends the first one's way.
        start.current = start.current ? null : { id: event.pointerId, x: event.clientX, y: event.clientY }
      }}
      onPointerUp={(event) => {
        const from = start.current
        start.current = null
        if (!from || from.id !== event.pointerId) return
        const box = event.currentTarget.getBoundingClientRect()
        const to = moveOfFinger({
          x: from.x - box.left,
          y: from.y - box.top,
          toX: event.clientX - box.left,
          toY: event.clientY - box.top,
          width: box.width,
        })
        if (to) onMove(to)
      }}
      onPointerCancel={() => {
        start.current = null
      }}
    />
  )
}
