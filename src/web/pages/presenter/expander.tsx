import { ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { limits } from '../../../rules/limits.ts'
import styles from './presenter-page.module.css'

export interface ExpanderProps {
  /** The pointer is near the left edge of the deck, which keeps the mouse to itself. */
  near: boolean
  onOpen: () => void
}

/**
 * The way back to the panel, at the left edge. It shows while the mouse is near the edge, and when the keyboard has
 * reached it; a finger finds it there always, as faint as can be.
 */
export function Expander({ near, onOpen }: ExpanderProps) {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const onMove = (event: PointerEvent): void => setOver(event.clientX < limits.live.expanderWithin)
    window.addEventListener('pointermove', onMove, { passive: true })
    return () => window.removeEventListener('pointermove', onMove)
  }, [])
  return (
    <button
      type="button"
      className={styles.expander}
      data-expander
      data-shown={near || over}
      aria-label="Show the presenter's panel"
      onPointerLeave={() => setOver(false)}
      onClick={onOpen}
    >
      <ChevronRight aria-hidden />
    </button>
  )
}
