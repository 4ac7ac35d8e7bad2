import { Play } from 'lucide-react'
import { messages } from '../../../rules/messages.ts'
import styles from './slides.module.css'

/** Says that the presentation is paused where no slide is seen that could say it: above the notes. */
export function PausedLine({ onResume }: { onResume: () => void }) {
  return (
    <div className={styles.pausedLine} role="status">
      <p data-paused>{messages.live.paused}</p>
      <button type="button" className={styles.resume} onClick={onResume}>
        <Play aria-hidden /> Resume
      </button>
    </div>
  )
}
