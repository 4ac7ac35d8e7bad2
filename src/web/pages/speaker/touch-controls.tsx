import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, Play } from 'lucide-react'
import type { Move } from '../../../player/messages.ts'
import styles from './touch-controls.module.css'

export interface TouchControlsProps {
  /** Whether the deck has stacks, and so needs buttons for up and down. */
  stacked: boolean
  /** Whether the screen is black or white; the slides then cannot be moved. */
  paused: boolean
  onMove: (to: Move) => void
  onResume: () => void
}

/** Large navigation buttons for phones and tablets. */
export function TouchControls({ stacked, paused, onMove, onResume }: TouchControlsProps) {
  if (paused)
    return (
      <nav className={styles.touch} aria-label="Touch controls" data-touch-controls>
        <button type="button" className={styles.next} onClick={onResume}>
          <Play aria-hidden />
          <span>Resume</span>
        </button>
      </nav>
    )
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
