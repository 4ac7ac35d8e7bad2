import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from 'lucide-react'
import type { Move } from '../../../player/messages.ts'
import styles from './touch-controls.module.css'

export interface TouchControlsProps {
  /** Whether the deck has stacks, so that there is an up and a down. */
  stacked: boolean
  onMove: (to: Move) => void
}

/** Large buttons for a thumb, on phones and tablets. */
export function TouchControls({ stacked, onMove }: TouchControlsProps) {
  return (
    <nav className={styles.touch} aria-label="Touch controls" data-touch-controls>
      <button type="button" className={styles.back} aria-label="Previous" onClick={() => onMove('prev')}>
        <ChevronLeft />
      </button>
      {stacked && (
        <span className={styles.upDown}>
          <button type="button" aria-label="Up" onClick={() => onMove('up')}>
            <ChevronUp />
          </button>
          <button type="button" aria-label="Down" onClick={() => onMove('down')}>
            <ChevronDown />
          </button>
        </span>
      )}
      <button type="button" className={styles.next} aria-label="Next" onClick={() => onMove('next')}>
        <span>Next</span>
        <ChevronRight />
      </button>
    </nav>
  )
}
