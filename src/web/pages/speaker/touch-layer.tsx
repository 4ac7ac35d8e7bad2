import { useRef } from 'react'
import type { Move } from '../../../player/messages.ts'
import styles from './slides.module.css'
import { moveOfTouch } from './swipe.ts'

/** Covers the slide on touch devices. A tap goes forward, or back in the left third; a swipe moves the slides. */
export function TouchLayer({ onMove }: { onMove: (to: Move) => void }) {
  const start = useRef<{ id: number; x: number; y: number } | null>(null)
  return (
    <div
      className={styles.finger}
      data-finger-layer
      onPointerDown={(event) => {
        // A second finger, such as a pinch, cancels the first one's gesture.
        start.current = start.current ? null : { id: event.pointerId, x: event.clientX, y: event.clientY }
      }}
      onPointerUp={(event) => {
        const from = start.current
        start.current = null
        if (!from || from.id !== event.pointerId) return
        const box = event.currentTarget.getBoundingClientRect()
        const to = moveOfTouch({
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
