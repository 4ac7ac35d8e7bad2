import { ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { frameLimits } from '../../../rules/frame-limits.ts'
import styles from './presenter-page.module.css'

export interface ExpanderProps {
  /** Whether the pointer is near the deck's left edge, reported by the frame. */
  near: boolean
  onOpen: () => void
}

/**
 * A button at the left edge that reopens the panel. Visible while the pointer is near or the button is focused; on
 * touch devices always, faintly.
 */
export function Expander({ near, onOpen }: ExpanderProps) {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const onMove = (event: PointerEvent): void => setOver(event.clientX < frameLimits.expanderWithin)
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
